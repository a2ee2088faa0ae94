//! The layers between a query and a solver process, cheapest first. Each may answer or pass.

pub(crate) mod bounds;
pub(crate) mod cache;
pub(crate) mod domain;
pub(crate) mod eliminate;
pub(crate) mod factors;
pub(crate) mod guess;
pub(crate) mod linear;
pub(crate) mod loose;
pub(crate) mod models;
pub(crate) mod near;
pub(crate) mod order;
pub(crate) mod repair;
pub(crate) mod trying;
