import { html, type Markup } from '../../markup.ts';
import type { OpenApiDocument } from '../openapi-document.ts';

/** What holds for all operations. */
export const guide = (document: OpenApiDocument): Markup => html`<section id="start">
<h2>To begin with</h2>
<p>The interface speaks JSON at this address, under <code>/v1</code>, <code>/v2</code> and <code>/v3</code>. Every path answers with and
without its last slash. The examples take the address and the token from the shell:</p>
<pre><code>BASE=https://apps.example.org
TOKEN=$(appshelf tokens make)</code></pre>
<p>A program reads <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1) in place of this page.</p>
</section>
<section id="sources">
<h2>Sources</h2>
<p>The interface is that of three documents. Each operation names the one it comes from, with its section, or <em>ours</em> where it was
added here.</p>
<ol>
${document['x-documents'].map(({ title, holds }) => html`<li><cite>${title}</cite>. ${holds}</li>`)}
</ol>
</section>
<section id="tokens">
<h2>Tokens</h2>
<p>Send an API token, which ends only when it is deleted, or the token of a session in the header <code>X-TOKEN</code>. The catalog's
operations also need the device, in <code>X-UDID</code>. Downloads take both from the query, as <code>token</code> and <code>udid</code>,
because a device's installer sends no headers.</p>
</section>
<section id="organizations-below">
<h2>Organizations below your own</h2>
<p>Put <code>org/{org_id}</code> behind the version segment to act on an organization below your own:
<code>/v2/org/{org_id}/applications/</code>. Only administrators may.</p>
</section>
<section id="lists">
<h2>Lists</h2>
<dl class="fields">
<div><dt><code>search</code></dt><dd>text that one of the list's text fields contains, in capitals or not</dd></div>
<div><dt><code>sort</code></dt><dd>fields with commas between them, each with <code>-</code> before it for the reverse: <code>sort=name,-created_date</code></dd></div>
<div><dt><code>page</code></dt><dd><code>start,count</code>, as in <code>page=1000,500</code>; the first 1000 when left out. <code>total_available</code> says how many there are.</dd></div>
</dl>
<p>The catalog's lists take <code>start</code> and <code>count</code> instead, and link the pages before and after.</p>
</section>
<section id="errors">
<h2>Errors</h2>
<p>Every refusal is a <a href="#schema-Error">JSON object</a> with a <code>code</code>, a <code>message</code> for people, a
<code>guid</code> under which the service's log has the cause, and <code>error_details</code>.</p>
<table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Name</th></tr></thead><tbody>
${Object.entries(document['x-error-codes'])
  .sort(([, one], [, other]) => one.code - other.code)
  .map(
    ([name, { code, status }]) =>
      html`<tr><td>${code}</td><td>${status}</td><td><code>${name}</code></td></tr>`,
  )}
</tbody></table>
</section>`;
