import { type Markup, renderHtml } from '../../../markup.ts';
import type { OpenApiDocument } from '../openapi-document.ts';

/** The parts of the page that apply to all operations. */
export const guide = (document: OpenApiDocument): Markup => renderHtml`<section id="start">
<h2>First steps</h2>
<p>The interface speaks JSON at this address, under <code>/v1</code>, <code>/v2</code> and <code>/v3</code>. Every path answers with and
without its last slash. The examples take the address and the token from the shell:</p>
<pre><code>BASE=https://apps.example.org
TOKEN=$(appshelf tokens make)</code></pre>
<p>Programs read <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1) instead of this page.</p>
</section>
<section id="sources">
<h2>Sources</h2>
<p>Three documents define the interface. Each operation names its document and section, or <em>ours</em> where this service added it.
Where a document names an operation without its payload, the payload is as publicly known, or ours.</p>
<ol>
${document['x-documents'].map(({ title, holds }) => renderHtml`<li><cite>${title}</cite>. ${holds}</li>`)}
</ol>
</section>
<section id="tokens">
<h2>Tokens</h2>
<p>Send a token in the header <code>X-TOKEN</code>: an API token, which is valid until it is deleted, or the token of a session. The
catalog's operations also need the device, in <code>X-UDID</code>. Downloads take both from the query, as <code>token</code> and
<code>udid</code>, because the installer of a device sends no headers.</p>
</section>
<section id="organizations-below">
<h2>Organizations below your own</h2>
<p>Put <code>org/{org_id}</code> after the version segment to act on an organization below your own:
<code>/v2/org/{org_id}/applications/</code>. Only administrators may.</p>
</section>
<section id="lists">
<h2>Lists</h2>
<dl class="fields">
<div><dt><code>search</code></dt><dd>text that one of the list's text fields contains, ignoring case</dd></div>
<div><dt><code>sort</code></dt><dd>fields separated by commas, with <code>-</code> before a field for descending order: <code>sort=name,-created_date</code></dd></div>
<div><dt><code>page</code></dt><dd><code>start,count</code>, as in <code>page=1000,500</code>; the first 1000 when left out. <code>total_available</code> says how many there are.</dd></div>
</dl>
<p>The catalog's lists take <code>start</code> and <code>count</code> instead, and give the addresses of the previous and next page.</p>
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
      renderHtml`<tr><td>${code}</td><td>${status}</td><td><code>${name}</code></td></tr>`,
  )}
</tbody></table>
</section>`;
