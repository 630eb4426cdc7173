//! Evaluates robots.txt rules with Google's parser (its port robotstxt). Each input line is a JSON object with robotsTxt,
//! userAgent and url; the output is true or false per line.
use std::io::{self, BufRead, Write};

fn main() {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let robots_case: serde_json::Value = serde_json::from_str(&line.unwrap()).unwrap();
        let text = |name: &str| robots_case[name].as_str().unwrap().to_string();
        let (file, agent, url) = (text("robotsTxt"), text("userAgent"), text("url"));
        let allowed = robotstxt::DefaultMatcher::default().one_agent_allowed_by_robots(&file, &agent, &url);
        writeln!(out, "{}", allowed).unwrap();
    }
}
