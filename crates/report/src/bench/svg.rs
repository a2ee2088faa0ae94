//! A frame with axes and grid, as SVG: what both plots are drawn into. Written by hand: the plotting libraries that write SVG
//! are thousands of lines for what is a few rectangles here.

/// Size of the picture and its margins.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 480.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 180.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 60.0;

/// Colours that also the colour-blind tell apart (Okabe and Ito), in the order of configurations.
const COLOURS: [&str; 8] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999"];

/// The colour of the configuration or verdict of this number.
pub fn colour(index: usize) -> &'static str {
    COLOURS[index % COLOURS.len()]
}

/// What numbers a side of the frame has.
#[derive(Clone, Copy, Debug)]
pub enum Axis {
    /// From 0 to this, evenly.
    Count(usize),
    /// Seconds, by powers of ten: from, to.
    Seconds(f64, f64),
}

impl Axis {
    /// Seconds that hold all of these: whole powers of ten from below the least up to the most.
    pub fn seconds(times: impl Iterator<Item = f64> + Clone) -> Self {
        let least = times.clone().fold(f64::INFINITY, f64::min).clamp(0.001, 1.0);
        let most = times.fold(least, f64::max);
        let from = 10_f64.powf(least.log10().floor());
        Axis::Seconds(from, (most * 1.1).max(from * 10.0))
    }

    /// Where a number is: 0 at the beginning, 1 at the end.
    fn place(self, value: f64) -> f64 {
        match self {
            Axis::Count(most) => value / most.max(1) as f64,
            Axis::Seconds(from, to) => (value.max(from) / from).log10() / (to / from).log10(),
        }
    }

    /// Numbers to write at it.
    fn ticks(self) -> Vec<f64> {
        match self {
            Axis::Count(most) => {
                let step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].into_iter().find(|step| most / step <= 8);
                let step = step.unwrap_or((most / 8).max(1));
                (0..=most).step_by(step).map(|tick| tick as f64).collect()
            }
            Axis::Seconds(from, to) => {
                std::iter::successors(Some(from), |tick| Some(tick * 10.0)).take_while(|tick| *tick <= to).collect()
            }
        }
    }
}

/// A picture in the making.
pub struct Plot {
    x: Axis,
    y: Axis,
    body: String,
    legend: usize,
}

impl Plot {
    /// The frame, with a title above and what its sides mean.
    pub fn new(title: &str, x: (Axis, &str), y: (Axis, &str)) -> Self {
        let mut plot = Self { x: x.0, y: y.0, body: String::new(), legend: 0 };
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        let (middle, centre) = ((LEFT + right) / 2.0, (TOP + bottom) / 2.0);
        plot.text(middle, TOP - 16.0, "middle", 15, title);
        plot.text(middle, HEIGHT - 16.0, "middle", 13, x.1);
        let y_label = escape(y.1);
        plot.add(&format!(
            "<text transform=\"translate(18 {centre:.1}) rotate(-90)\" text-anchor=\"middle\" font-size=\"13\">{y_label}</text>"
        ));
        for tick in x.0.ticks() {
            let at = plot.at_x(tick);
            plot.line((at, TOP), (at, bottom), "#dddddd", "");
            plot.text(at, bottom + 18.0, "middle", 12, &number(tick));
        }
        for tick in y.0.ticks() {
            let at = plot.at_y(tick);
            plot.line((LEFT, at), (right, at), "#dddddd", "");
            plot.text(LEFT - 8.0, at + 4.0, "end", 12, &number(tick));
        }
        plot.line((LEFT, bottom), (right, bottom), "#333333", "");
        plot.line((LEFT, TOP), (LEFT, bottom), "#333333", "");
        plot
    }

    /// A line through points.
    pub fn path(&mut self, points: &[(f64, f64)], colour: &str) {
        let place = |(x, y): &(f64, f64)| format!("{:.1},{:.1}", self.at_x(*x), self.at_y(*y));
        let points = points.iter().map(place).collect::<Vec<_>>().join(" ");
        self.add(&format!("<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>"));
    }

    /// A point; its name is shown under the mouse.
    pub fn point(&mut self, (x, y): (f64, f64), colour: &str, name: &str) {
        let (x, y, name) = (self.at_x(x), self.at_y(y), escape(name));
        self.add(&format!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{colour}\" fill-opacity=\"0.7\"><title>{name}</title></circle>"
        ));
    }

    /// A thin dashed line between two points.
    pub fn guide(&mut self, from: (f64, f64), to: (f64, f64)) {
        let from = (self.at_x(from.0), self.at_y(from.1));
        let to = (self.at_x(to.0), self.at_y(to.1));
        self.line(from, to, "#888888", " stroke-dasharray=\"5 4\"");
    }

    /// What a colour means, at the right.
    pub fn legend(&mut self, colour: &str, text: &str) {
        let (x, y) = (WIDTH - RIGHT + 16.0, TOP + 12.0 + 20.0 * self.legend as f64);
        self.legend += 1;
        self.add(&format!("<rect x=\"{x}\" y=\"{:.1}\" width=\"12\" height=\"12\" fill=\"{colour}\"/>", y - 10.0));
        self.text(x + 18.0, y, "start", 12, text);
    }

    /// The finished picture.
    pub fn finish(self) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
             font-family=\"sans-serif\" fill=\"#222222\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n{}</svg>\n",
            self.body
        )
    }

    fn at_x(&self, value: f64) -> f64 {
        LEFT + self.x.place(value) * (WIDTH - RIGHT - LEFT)
    }

    fn at_y(&self, value: f64) -> f64 {
        HEIGHT - BOTTOM - self.y.place(value) * (HEIGHT - BOTTOM - TOP)
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: &str, more: &str) {
        let (x1, y1) = from;
        let (x2, y2) = to;
        self.add(&format!(
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{colour}\"{more}/>"
        ));
    }

    fn text(&mut self, x: f64, y: f64, anchor: &str, size: u32, text: &str) {
        let text = escape(text);
        self.add(&format!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" font-size=\"{size}\">{text}</text>"
        ));
    }

    fn add(&mut self, element: &str) {
        self.body.push_str(element);
        self.body.push('\n');
    }
}

/// Without the noise that powers of ten have in binary.
fn number(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Text in XML. Control characters, which XML has no way to write, become spaces.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Checks that every element is closed, in order, and that there is one root.
    pub fn assert_well_formed(svg: &str) {
        let mut open: Vec<&str> = Vec::new();
        let mut roots = 0;
        for piece in svg.split('<').skip(1) {
            let (tag, text) = piece.split_once('>').expect("a tag ends");
            assert!(!text.contains('&') || text.contains(';'), "{text}");
            let name = tag.trim_start_matches('/').split_whitespace().next().unwrap_or_default().trim_end_matches('/');
            assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
            assert!(!tag.contains("NaN") && !tag.contains("inf"), "{tag}");
            if tag.starts_with('/') {
                assert_eq!(open.pop(), Some(name));
            } else {
                roots += usize::from(open.is_empty());
                if !tag.ends_with('/') {
                    open.push(name);
                }
            }
        }
        assert!(open.is_empty() && roots == 1, "{svg}");
    }

    #[test]
    fn axes() {
        let Axis::Seconds(from, to) = Axis::seconds([0.004, 0.02, 2.0].into_iter()) else { panic!("seconds") };
        assert!((from - 0.001).abs() < 1e-9 && (to - 2.2).abs() < 1e-9);
        let ticks: Vec<String> = Axis::Seconds(from, to).ticks().into_iter().map(number).collect();
        assert_eq!(ticks, ["0.001", "0.01", "0.1", "1"]);
        assert!((Axis::Seconds(0.01, 1.0).place(0.1) - 0.5).abs() < 1e-9);
        assert_eq!(Axis::Count(30).ticks(), [0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0]);
        assert!(Axis::Count(0).place(0.0).abs() < 1e-9);
        // Nothing was measured.
        assert!(matches!(Axis::seconds(std::iter::empty()), Axis::Seconds(_, to) if to.is_finite()));
    }

    #[test]
    fn names_do_not_break_the_picture() {
        let mut plot = Plot::new("a < b & \"c\"", (Axis::Count(3), "x"), (Axis::Seconds(0.01, 1.0), "y"));
        plot.point((1.0, 0.5), colour(0), "a<b>\u{1}.mc");
        plot.legend(colour(9), "</svg>");
        assert_well_formed(&plot.finish());
    }
}
