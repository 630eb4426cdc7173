//! Answers as Google's parser does (the port robotstxt): a line is a JSON object with robotsTxt, userAgent and url.
use std::io::{self, BufRead, Write};

fn main() {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let question: serde_json::Value = serde_json::from_str(&line.unwrap()).unwrap();
        let text = |name: &str| question[name].as_str().unwrap().to_string();
        let (file, agent, url) = (text("robotsTxt"), text("userAgent"), text("url"));
        let allowed = robotstxt::DefaultMatcher::default().one_agent_allowed_by_robots(&file, &agent, &url);
        writeln!(out, "{}", allowed).unwrap();
    }
}
