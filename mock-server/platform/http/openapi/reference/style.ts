/** The style of the reference: one column on phones, contents beside it on wide screens; light or dark as the system is. */
export const style = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f8fbfa, #0b0f0e);
  --surface: light-dark(#ffffff, #141a18);
  --sunken: light-dark(#edf2f0, #1f2523);
  --line: light-dark(#dbe1df, #2b322f);
  --edge: light-dark(#848d89, #67716d);
  --ink: light-dark(#151c1a, #eef1f0);
  --ink-2: light-dark(#56605c, #a4ada9);
  --accent: light-dark(#005b45, #97e8ca);
  --accent-soft: light-dark(#d8f5e9, #14352a);
}
*, ::before, ::after { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: 1rem; }
body {
  margin: 0 auto; padding: 0 1rem 4rem; max-width: 80rem;
  background: var(--page); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
}
a { color: var(--accent); }
a:focus-visible, input:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; left: -100vw; padding: .75rem 1rem; background: var(--surface); }
.skip:focus { left: 0; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 1.5rem 0 1rem; }
h2 { font-size: 1.375rem; margin: 2.5rem 0 .5rem; }
h3 { font-size: 1.0625rem; margin: 0; }
h3 a { color: inherit; text-decoration: none; }
h3 a:hover { text-decoration: underline; }
h4 { font-size: .8125rem; margin: 1.25rem 0 .25rem; color: var(--ink-2); }
code, pre { font: .875rem/1.5 ui-monospace, monospace; }
pre { background: var(--sunken); padding: .75rem; border-radius: 8px; white-space: pre-wrap; margin: .25rem 0; }
form label { display: block; font-size: .875rem; color: var(--ink-2); }
input {
  width: 100%; max-width: 30rem; min-height: 48px; padding: 0 .75rem; font: inherit;
  color: inherit; background: var(--surface); border: 1px solid var(--edge); border-radius: 8px;
}
[role=status] { min-height: 1.5em; margin: .25rem 0 0; font-size: .875rem; color: var(--ink-2); }
nav ul { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0 1rem; }
nav ul ul { display: none; }
nav a { display: inline-block; padding: .75rem 0; text-decoration: none; }
nav a:hover { text-decoration: underline; }
article {
  margin: 1rem 0; padding: 1rem; background: var(--surface);
  border: 1px solid var(--line); border-radius: 12px;
}
article:target { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
.address { margin: .25rem 0 .75rem; }
.method {
  padding: .125rem .5rem; border-radius: 4px; background: var(--accent-soft); color: var(--accent);
  font: 600 .8125rem/1.5 ui-monospace, monospace;
}
.media { margin: .25rem 0; font-size: .875rem; }
dl { margin: 0; }
dd { margin: 0; }
.facts > div { display: flex; flex-wrap: wrap; gap: 0 .5rem; font-size: .875rem; }
.facts dt { color: var(--ink-2); }
.fields { border-left: 2px solid var(--line); padding-left: .75rem; font-size: .875rem; }
.fields > div { padding: .25rem 0; }
.fields .fields { margin-top: .25rem; }
.type { color: var(--ink-2); font-size: .875rem; }
.mark { font-size: .75rem; font-weight: 600; color: var(--accent); }
table { border-collapse: collapse; font-size: .875rem; }
th, td { text-align: left; padding: .25rem 1rem .25rem 0; border-bottom: 1px solid var(--line); }
@media (min-width: 62rem) {
  body {
    display: grid; grid-template: auto 1fr / 18rem minmax(0, 1fr); gap: 0 2rem;
    grid-template-areas: "head head" "nav main";
  }
  header { grid-area: head; }
  main { grid-area: main; }
  nav { grid-area: nav; position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 1rem 4px; }
  nav ul { display: block; }
  nav ul ul { display: block; margin: 0 0 .5rem .75rem; font-size: .875rem; }
  nav a { padding: .25rem 0; }
  .fields > div { display: grid; grid-template-columns: minmax(10rem, 14rem) minmax(0, 1fr); gap: 0 1rem; }
  .fields .fields .fields > div { display: block; }
}
`;
