/** The style sheet. Colours are defined once for light and once for dark; text has a contrast of at least 4.5 (WCAG 2.1 AA). */
export const STYLE_CSS = `
:root {
  color-scheme: light dark;
  --ground: #fbfaf6; --raised: #fff; --line: #dedad0; --edge: #8b8778;
  --text: #1f1f1c; --faint: #63615a; --accent: #14594a; --on-accent: #fff;
  --link: #1a4fa3; --visited: #6a3d96; --address: #2c6a55;
  --found: #fdeaa3; --chip: #eeebe1; --shadow: 0 1px 2px rgb(40 35 20 / .06), 0 4px 16px rgb(40 35 20 / .06);
  --added: #d8efdf; --removed: #f8dedb;
  --good: #14594a; --warn: #8a5200; --focus: #1a4fa3; --unchanged: #4f9c86; --failed: #a8332b;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #15171a; --raised: #1d2024; --line: #33373d; --edge: #7d838b;
    --text: #e9e7e1; --faint: #a3a6aa; --accent: #7fd3b9; --on-accent: #0d2a22;
    --link: #92bdff; --visited: #cbabf5; --address: #86c9b1;
    --found: #5b4a12; --chip: #292d32; --shadow: 0 1px 2px rgb(0 0 0 / .4), 0 4px 16px rgb(0 0 0 / .25);
    --added: #1d4a34; --removed: #5c2a28;
    --good: #7fd3b9; --warn: #f0b866; --focus: #92bdff; --unchanged: #4a9a84; --failed: #f08c82;
  }
}
*, ::before, ::after { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--ground); color: var(--text);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif;
}
h1, h2, p, ul, ol, dl, dd { margin: 0; padding: 0; }
ul, ol { list-style: none; }
a { color: var(--link); text-underline-offset: .16em; text-decoration-thickness: .06em; }
a:hover { text-decoration-thickness: .12em; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 4px; }
code { font: .9em ui-monospace, "SF Mono", "Cascadia Code", Menlo, monospace; }
small, .small { font-size: .875rem; color: var(--faint); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: 1rem; top: -4rem; padding: .5rem 1rem; background: var(--raised); z-index: 1; }
.skip:focus { top: .5rem; }

.top { display: flex; align-items: center; gap: 1rem; padding: .75rem clamp(1rem, 4vw, 2rem); }
.name { min-width: 0; overflow-wrap: anywhere; display: inline-flex; align-items: center; gap: .5rem; color: var(--accent); font-weight: 650; font-size: 1.125rem; letter-spacing: -.01em; text-decoration: none; }
.emblem { flex: none; fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round; }
.top nav { margin-left: auto; }
.top nav a { display: inline-block; padding: .375rem .5rem; color: var(--text); text-decoration: none; }
.top nav a:hover { text-decoration: underline; }
main { width: 100%; max-width: 46rem; padding: .5rem clamp(1rem, 4vw, 2rem) 4rem; flex: 1; }
@media (min-width: 64rem) { .results main, .record main, .browse main, .collection main, .crawl main { width: calc(100% - 7.5rem); margin-left: 7.5rem; } }

.home .name { visibility: hidden; }
.home main { margin: 0 auto; padding-top: clamp(2rem, 16vh, 10rem); text-align: center; }
.title { margin-bottom: 1.75rem; color: var(--accent); font-size: clamp(2.5rem, 8vw, 3.5rem); line-height: 1.1; font-weight: 680; letter-spacing: -.035em; overflow-wrap: anywhere; }
.about { margin-top: 1.75rem; color: var(--faint); }
.ways { display: flex; flex-wrap: wrap; justify-content: center; gap: .25rem 1.25rem; margin-top: .5rem; }
.ways a { display: inline-block; line-height: 1.625rem; }

.languages { padding: 1rem clamp(1rem, 4vw, 2rem); }
.languages ul { overflow-wrap: anywhere; display: flex; flex-wrap: wrap; justify-content: center; gap: .25rem 1.25rem; font-size: .875rem; }
.languages a, .languages span, .languages [form] { display: inline-block; padding: .25rem 0; }
.languages span { color: var(--faint); }

.box { display: flex; gap: .375rem; padding: .3125rem; background: var(--raised); border: 1px solid var(--edge); border-radius: .875rem; box-shadow: var(--shadow); }
.small + .ask { margin-top: .625rem; }
.box:focus-within { border-color: var(--focus); outline: 1px solid var(--focus); }
.box input { flex: 1; min-width: 0; padding: .5rem .75rem; border: 0; background: none; color: inherit; font: inherit; font-size: 1.0625rem; }
.box input:focus { outline: none; }
::placeholder { color: var(--faint); opacity: 1; }
button { padding: .5rem 1.125rem; border: 0; border-radius: .625rem; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer; }
button:hover { filter: brightness(1.1); }
/* A button that leads to a page looks like a link. */
button[form] { display: inline-block; padding: 0; border: 0; border-radius: 0; background: none; color: var(--link); font-weight: inherit; text-align: start; text-decoration: underline; text-underline-offset: .16em; text-decoration-thickness: .06em; overflow-wrap: anywhere; }
button[form]:hover { filter: none; text-decoration-thickness: .12em; }
.filters { margin-top: .5rem; text-align: left; }
.filters summary, .same summary { width: fit-content; padding: .25rem; color: var(--faint); font-size: .9375rem; cursor: pointer; }
.home .filters summary { margin: 0 auto; }
.badge { padding: 0 .4375rem; border-radius: 1rem; background: var(--accent); color: var(--on-accent); font-size: .8125rem; font-weight: 600; }
.fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 9.5rem), 1fr)); gap: .75rem; padding: .75rem 0 .25rem; }
.fields label, .advanced label { display: grid; gap: .125rem; min-width: 0; color: var(--faint); font-size: .875rem; }
.fields input, .fields select, .advanced input, .advanced select { width: 100%; min-width: 0; height: 2.5rem; padding: 0 .625rem; border: 1px solid var(--edge); border-radius: .5rem; background: var(--raised); color: var(--text); font: inherit; font-size: 1rem; }
.chips { display: flex; flex-wrap: wrap; gap: .375rem; margin-top: .75rem; }
.chips a, .chips [form] { display: inline-block; max-width: 100%; padding: .1875rem .75rem; border-radius: 1rem; background: var(--chip); color: var(--text); font-size: .9375rem; text-decoration: none; overflow-wrap: anywhere; }
.chips a:hover, .chips [form]:hover { text-decoration: underline; }

.refine { margin-top: 1.5rem; font-size: .9375rem; }
.refine summary { width: fit-content; padding: .25rem; cursor: pointer; }
.refine nav { scroll-margin-top: 3rem; }
.refine h2 { margin: .875rem 0 .125rem; color: var(--faint); font-size: .875rem; font-weight: 600; }
/* Names and their counts. */
.refine li { display: flex; align-items: baseline; justify-content: space-between; gap: .75rem; overflow-wrap: anywhere; }
.refine li a, .refine li [form], .refine strong { min-width: 0; padding: .125rem 0; }
.refine span { color: var(--faint); font-variant-numeric: tabular-nums; white-space: nowrap; }
.torefine { font-size: .9375rem; }
@media (min-width: 64rem) {
  .results main { max-width: 68rem; }
  .results .ask, .results .found > div { max-width: 42rem; }
  .found { display: grid; grid-template-columns: minmax(0, 42rem) 14rem; gap: 3rem; align-items: start; }
  .refine nav { display: block; }
  @supports selector(::details-content) {
    .refine::details-content { content-visibility: visible; block-size: auto; }
    .refine summary, .torefine { display: none; }
  }
}

.count { margin: 1rem 0 0; color: var(--faint); font-size: .9375rem; }
.hit { padding: 1.125rem 0; overflow-wrap: anywhere; }
.address { color: var(--address); font-size: .875rem; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.hit h2 { font-size: 1.1875rem; line-height: 1.35; font-weight: 560; letter-spacing: -.005em; }
.hit h2 a { text-decoration: none; }
.hit h2 a:hover { text-decoration: underline; }
.hit h2 a:visited { color: var(--visited); }
.snippet { margin-top: .25rem; }
mark { padding: 0 .0625em; border-radius: .1875rem; background: var(--found); color: inherit; }
.facts { display: flex; flex-wrap: wrap; margin-top: .375rem; color: var(--faint); font-size: .875rem; line-height: 1.5rem; clip-path: inset(-4px -4px -4px -3px); }
.facts li { position: relative; margin-right: 1rem; }
.facts li::before { content: "·"; position: absolute; left: -.625rem; }
.facts a, .facts [form] { display: inline-block; color: inherit; line-height: inherit; }
.others { margin-top: .25rem; font-size: .875rem; line-height: 1.5rem; }
.others a { display: inline-block; }
.same { font-size: .875rem; }
.same ul { padding: .25rem 0 0 1rem; display: grid; gap: .25rem; }

.pager { display: flex; flex-wrap: wrap; align-items: center; gap: .375rem; margin-top: 1.5rem; }
.pager ol { display: flex; flex-wrap: wrap; gap: .125rem; }
.pager a, .pager span, .pager [form] { display: inline-block; min-width: 2.5rem; padding: .4375rem .625rem; border-radius: .5rem; text-align: center; text-decoration: none; }
.pager a:hover, .pager [form]:hover { background: var(--chip); }
.pager [aria-current] { background: var(--chip); color: var(--text); font-weight: 650; }
.files { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin-top: 1.5rem; color: var(--faint); font-size: .9375rem; }
.meant { margin: 1rem 0 0; overflow-wrap: anywhere; }
.understood { margin: 1rem 0 0; font-size: .9375rem; overflow-wrap: anywhere; }
.notice { margin: 1rem 0 0; padding: .5rem .75rem; border-left: .1875rem solid var(--faint); font-size: .9375rem; overflow-wrap: anywhere; }
.notice p { margin: 0; }
.notice ul { margin: .25rem 0 0; padding-left: 1.25rem; list-style: disc; }
.empty, .problem { margin: 1.75rem 0; }
.empty h2, .problem h1 { margin-bottom: .5rem; font-size: 1.25rem; line-height: 1.35; overflow-wrap: anywhere; }
.empty ul, .problem ul { padding-left: 1.25rem; list-style: disc; display: grid; gap: .25rem; overflow-wrap: anywhere; }

.browse main { max-width: 64rem; }
.browse h1 { font-size: 1.625rem; line-height: 1.25; overflow-wrap: anywhere; }
.path { display: flex; flex-wrap: wrap; gap: 0 1.25rem; line-height: 1.625rem; }
.path a, .branches a { display: inline-block; }
.path li + li::before { content: "›"; margin: 0 .5rem 0 -.75rem; }
.branches { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 16rem), 1fr)); gap: 1.75rem 2.5rem; margin-top: 1.25rem; align-items: start; }
.branches h2 { font-size: 1.0625rem; }
.branches h2, .branches li { display: flex; align-items: baseline; justify-content: space-between; gap: .75rem; line-height: 1.625rem; overflow-wrap: anywhere; }
.branches a { min-width: 0; }
.branches span { color: var(--faint); font-weight: 400; font-size: .9375rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
.branches > section:only-child { grid-column: 1 / -1; }
.branches > section:only-child ul { columns: 16rem; column-gap: 2.5rem; }
.vocabularies { display: flex; flex-wrap: wrap; gap: 0 1rem; margin-top: .5rem; color: var(--faint); }
.vocabularies ul { display: flex; flex-wrap: wrap; gap: 0 1rem; overflow-wrap: anywhere; }
.vocabularies a { display: inline-block; }
.beside { display: grid; gap: 2rem 3rem; }
.browse h2.other { font-size: 1.625rem; line-height: 1.25; overflow-wrap: anywhere; }
@media (min-width: 45rem) { .beside { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); } .beside > div + div { padding-left: 1.5rem; border-left: 1px solid var(--line); } }
.collection main { max-width: 64rem; }
.collection h1 { font-size: 1.625rem; line-height: 1.25; letter-spacing: -.015em; }
.collection .figures dd { font-size: 1.25rem; line-height: 1.4; }
.collection .branches { margin-top: 2rem; }
.record main { max-width: 50rem; }
.record h1 { margin-bottom: .25rem; font-size: 1.625rem; line-height: 1.25; letter-spacing: -.015em; overflow-wrap: anywhere; }
.record h2 { margin: 1.75rem 0 .5rem; font-size: 1.0625rem; overflow-wrap: anywhere; }
.record .address { white-space: normal; overflow-wrap: anywhere; }
.summary { margin-top: .75rem; }
.metadata div { display: grid; grid-template-columns: clamp(6.5rem, 26vw, 11rem) minmax(0, 1fr); gap: 0 1rem; padding: .3125rem 0; }
.metadata div + div { border-top: 1px solid var(--line); }
.metadata code { font-size: .8125rem; }
.metadata dt { color: var(--faint); }
.metadata dd span { display: block; }
.metadata dd, .citation, .urls li, .headings li, .pages li, .text { overflow-wrap: anywhere; }
.urls, .headings, .pages { display: grid; gap: .25rem; }
.text { white-space: pre-line; }

.help { max-width: 46rem; }
.help h1 { margin-bottom: 1rem; font-size: 1.625rem; line-height: 1.25; letter-spacing: -.015em; }
.help p { margin-top: 1rem; }
.help table { margin-top: 1.5rem; }
.help caption { padding-bottom: .25rem; text-align: left; font-weight: 650; }
.help th, .help td { padding: .4375rem 1rem .4375rem 0; text-align: left; overflow-wrap: anywhere; }
.help th { color: var(--faint); font-size: .875rem; }
.help td:first-child { width: 40%; }
.help h2 { margin-top: 2rem; font-size: 1.125rem; }
.help pre { margin-top: .5rem; padding: .75rem 1rem; border: 1px solid var(--line); white-space: pre-wrap; overflow-wrap: anywhere; }
.versions ol { display: grid; gap: .5rem; margin-bottom: .75rem; }
.versions li { display: flex; align-items: baseline; gap: .5rem; overflow-wrap: anywhere; }
.versions input { width: 1.5rem; height: 1.5rem; margin: 0; flex: none; align-self: center; accent-color: var(--accent); }
.versions small { display: block; }
.versions button { margin-bottom: .75rem; }
.difference .text { margin-top: .5rem; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--raised); }
ins { background: var(--added); text-decoration-thickness: .08em; text-underline-offset: .16em; }
del { background: var(--removed); }

.cached { height: 100vh; height: 100dvh; }
.cached main { max-width: none; padding: 0; display: flex; flex-direction: column; min-height: 0; }
.banner { padding: .75rem clamp(1rem, 4vw, 2rem); background: var(--chip); border-block: 1px solid var(--line); overflow-wrap: anywhere; }
.archived { flex: 1; width: 100%; min-height: 12rem; border: 0; background: #fff; color-scheme: light; }

.crawl main { max-width: 64rem; }
.heading { display: flex; flex-wrap: wrap; align-items: center; gap: .75rem; }
.heading h1 { font-size: 1.75rem; line-height: 1.2; letter-spacing: -.02em; overflow-wrap: anywhere; }
.state { display: inline-flex; align-items: center; gap: .4375rem; padding: .125rem .75rem; border-radius: 1rem; background: var(--chip); font-size: .9375rem; }
.state::before { content: ""; width: .5rem; height: .5rem; border-radius: 50%; background: var(--faint); }
.state.running::before { background: var(--good); animation: breathe 2s infinite; }
.state.paused::before, .state.incomplete::before, .state.unattended::before { background: var(--warn); }
.state.done::before { background: var(--good); }
@keyframes breathe { 50% { opacity: .25; } }
@media (prefers-reduced-motion: reduce) { .state::before { animation: none !important; } }
.crawls ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin-top: .5rem; }
.crawls [aria-current] { font-weight: 650; }
.home .crawls ul { justify-content: center; }
.figures { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: .75rem; margin: 1.25rem 0 .75rem; }
.figures div { padding: .75rem 1rem; background: var(--raised); border: 1px solid var(--line); border-radius: .75rem; }
.figures dt { color: var(--faint); font-size: .875rem; }
.figures dd { font-size: 1.5rem; line-height: 1.25; font-weight: 600; letter-spacing: -.02em; font-variant-numeric: tabular-nums; white-space: nowrap; }
.tables { margin-top: 1.5rem; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 2rem; align-items: start; }
.crawl h2 { margin-bottom: .5rem; font-size: 1.0625rem; }
table { width: 100%; border-collapse: collapse; }
th { padding: .4375rem .5rem .4375rem 0; text-align: left; font-weight: 400; overflow-wrap: anywhere; }
th small { display: block; line-height: 1.35; }
td { padding: .4375rem 0; text-align: right; vertical-align: top; font-variant-numeric: tabular-nums; }
tr + tr > * { border-top: 1px solid var(--line); }
.share { width: 28%; padding: .75rem 0 0 .75rem; }
.share svg { display: block; width: 100%; height: .5rem; }
.share rect { fill: var(--accent); }
.times { margin-top: 2rem; }
.times h2 { margin-bottom: .5rem; font-size: 1.0625rem; }
.times svg { display: block; width: 100%; height: 6rem; border-bottom: 1px solid var(--edge); }
.times rect { fill: var(--accent); }
.ends time + time { margin-left: auto; }
.ends { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; margin: .25rem 0; }
.times th, .times td { text-align: left; }
.times table { max-width: 32rem; }
.parts { display: block; width: 100%; height: 1rem; margin-bottom: .5rem; border-radius: .25rem; }
.parts rect { stroke: var(--ground); }
[data-part=unchanged], [data-word=unchanged] .share rect { fill: var(--unchanged); }
[data-part=redirected], [data-word=redirected] .share rect { fill: var(--link); }
[data-part=gone], [data-word=gone] .share rect { fill: var(--edge); }
[data-part=refused], [data-word=refused] .share rect { fill: var(--warn); }
[data-part=failed], [data-word=failed] .share rect { fill: var(--failed); }
[data-part=fetched] { fill: var(--accent); }
.harvest { margin-top: 2rem; }
.harvest svg { display: block; width: 100%; height: 6rem; margin-bottom: .375rem; border-bottom: 1px solid var(--line); }
.harvest polygon { fill: var(--accent); opacity: .12; }
.harvest polyline { fill: none; stroke: var(--accent); stroke-width: 2; vector-effect: non-scaling-stroke; }
.topic { margin: 2rem 0 .75rem; }
.topic ol { display: grid; gap: .75rem; overflow-wrap: anywhere; }
.topic ol small { display: block; }
.words { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin-bottom: .375rem; overflow-wrap: anywhere; }
.annotations ol { display: grid; gap: 1.25rem; margin: .5rem 0 1.25rem; }
.annotations .text { white-space: pre-line; overflow-wrap: anywhere; }
.annotations .author { color: var(--text); font-weight: 600; overflow-wrap: anywhere; }
.annotations summary { width: fit-content; padding: .25rem 0; color: var(--faint); font-size: .875rem; cursor: pointer; }
.annotations form { margin: .5rem 0; }
.annotations label, .sign-in label { display: grid; gap: .25rem; margin-bottom: .625rem; color: var(--faint); font-size: .875rem; }
.annotations textarea, .sign-in input { width: 100%; padding: .5rem .625rem; border: 1px solid var(--edge); border-radius: .5rem; background: var(--raised); color: var(--text); font: inherit; font-size: 1rem; }
.annotations textarea { resize: vertical; }
.annotations button { padding: .375rem .875rem; font-weight: 500; }
.annotations button[value=delete], .annotations form.small button { border: 1px solid var(--edge); background: none; color: var(--text); }
.advanced { display: grid; gap: 1rem; justify-items: start; margin-top: 1rem; }
.advanced fieldset { display: flex; flex-wrap: wrap; gap: .5rem; width: 100%; min-width: 0; margin: 0; padding: 0; border: 0; }
.advanced fieldset label:last-child { flex: 1 1 9.5rem; }
.advanced .fields { width: 100%; }
.sign-in { max-width: 24rem; margin-top: 1rem; }
.judge { margin-top: 2rem; }
.judge ol { display: grid; gap: 1.25rem; margin: .5rem 0 .75rem; overflow-wrap: anywhere; }
.judge li small { display: block; }
.judge p { margin: .25rem 0; }
.judge button, .control button { padding: .25rem .75rem; font-weight: 500; }
.hosts, .explain { margin-top: 2rem; }
.hosts td:nth-child(2), .hosts th:nth-child(2) { padding-inline-end: 1.5rem; }
.hosts thead th { color: var(--faint); font-size: .875rem; }
.hosts thead th + th { text-align: right; }
.newest { margin-top: 2rem; }
.newest ul { display: grid; gap: .25rem; margin-bottom: .5rem; overflow-wrap: anywhere; }

@media (min-width: 40rem) { .figures { grid-template-columns: repeat(3, 1fr); } }
@media (min-width: 64rem) { .crawl .figures { grid-template-columns: repeat(5, 1fr); } }
@media (max-width: 39.99rem) { .figures div:last-child:nth-child(odd) { grid-column: 1 / -1; } }
@media (max-width: 30rem) { .top { gap: .375rem; } .name { gap: .25rem; font-size: 1rem; } .top nav { font-size: .9375rem; } .top nav a { padding-inline: .25rem; } .box button { padding-inline: .875rem; } }
@media (max-width: 22rem) { .figures dd { white-space: normal; } }
@media print {
  body { background: none; }
  .top nav, .ask, .torefine, .refine, .pager, .files, .languages { display: none; }
  .results .unseen { position: static; width: auto; height: auto; overflow: visible; clip-path: none; white-space: normal; overflow-wrap: anywhere; font-size: 1.25rem; }
  .address { white-space: normal; overflow-wrap: anywhere; }
  .hit, tr { break-inside: avoid; }
}
@media (forced-colors: active) { .share rect, .times rect { fill: CanvasText; } mark { outline: 1px solid; } button:not([form]) { border: 1px solid; } .pager [aria-current] { outline: 2px solid; outline-offset: -2px; } }
`;
