fn main() {
    let name = std::env::args().nth(1).unwrap();
    let text = std::fs::read_to_string(&name).unwrap();
    let (checked, _) = pathfold_microc::load(&pathfold_base::SourceFile::new(name, text));
    let mut i = pathfold_microc::interp::Interp::new(&checked.unwrap());
    let o = i.run(
        &[],
        || None,
        |_| {},
        pathfold_microc::interp::Limits {
            machine_code: pathfold_microc::interp::MachineCode::Always,
            ..Default::default()
        },
    );
    println!("{o:?}");
}
