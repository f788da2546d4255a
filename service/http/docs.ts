import { createHash } from 'node:crypto';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import type Router from '@koa/router';
import { builtFolder } from '../config/package.ts';
import { describeInterface, type Limits } from './openapi/document.ts';
import type { Middleware, RequestState } from './state.ts';

/** `GET /openapi.json`: the description of the interface, serialised once. */
export function openapi(limits: Limits): Middleware {
  const bytes = Buffer.from(JSON.stringify(describeInterface(limits)));
  const etag = createHash('sha256').update(bytes).digest('base64url');
  return (ctx) => {
    ctx.type = 'json';
    ctx.body = bytes;
    ctx.etag = etag;
    ctx.set('Cache-Control', 'no-cache');
    if (ctx.fresh) ctx.status = 304;
  };
}

/** Swagger UI. The build puts it here, unless the development packages aren't installed. */
const swaggerUi = ['swagger-ui-bundle.js', 'swagger-ui.css'].map((name) =>
  join(builtFolder(), 'http/docs', name),
);

/** Scripts and styles are our own, and nothing is loaded from other hosts. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Altscribe: the interface</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
    <link rel="stylesheet" href="/docs/page.css" />
  </head>
  <body>
    <div id="docs"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/** Many of Swagger UI's own colours have too little contrast, and its tables are wider than a phone. */
const css = `
.swagger-ui .info .title small { background: #555; }
.swagger-ui .info .title small.version-stamp { background: #4a6a00; }
.swagger-ui .btn.execute { border-color: #0a5299; background: #0a5299; }
.swagger-ui .download-contents { background: #444; }
.swagger-ui .json-schema-2020-12__constraint--string { background: #805b00; }
html:not(.dark-mode) .swagger-ui .opblock.opblock-post .opblock-summary-method { background: #006b3f; }
html:not(.dark-mode) .swagger-ui .opblock.opblock-get .opblock-summary-method { background: #0a5299; }
html:not(.dark-mode) .swagger-ui .info :is(.link, .url) { color: #0a5299; }
html:not(.dark-mode) .swagger-ui .btn.authorize { border-color: #006b3f; color: #006b3f; }
html:not(.dark-mode) .swagger-ui .btn.authorize svg { fill: #006b3f; }
html:not(.dark-mode) .swagger-ui :is(.parameter__in, .json-schema-2020-12-expand-deep-button) { color: #555; }
.dark-mode .swagger-ui :is(.header-col, .examples-select__section-label) { color: #ddd; }
@media (prefers-reduced-motion: reduce) { .swagger-ui * { animation: none !important; transition: none !important; } }
.swagger-ui pre { white-space: pre-wrap; overflow-wrap: anywhere; }
@media (width < 640px) {
  .swagger-ui :is(table, tbody, tr, td, .opblock-tag, .opblock-tag small) { display: block; width: auto; }
  .swagger-ui thead { display: none; }
}
.swagger-ui :is(.try-out, td.response-col_links) { display: none; }
`;

/**
 * There is one server, this one. An API key entered on the page isn't stored. While Swagger UI
 * renders, the script adds the names and roles that it leaves out, and moves the focus into its dialog
 * and back.
 */
const start = `
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
const docs = document.getElementById('docs');
const one = (selector) => docs.querySelector(selector);
const attributes = {
  '.body-param__text': { 'aria-label': 'Request body' },
  '.close-modal': { 'aria-label': 'Close' },
  '.examples-select-element': { 'aria-label': 'Example' },
  '.information-container': { 'aria-label': 'Overview', role: 'region' },
  '.modal-btn.authorize': { 'aria-label': 'Authorize' },
  '.modal-btn:not(.authorize, .btn-done)': { 'aria-label': 'Logout' },
  '.modal-ux': { 'aria-label': 'Authorization', 'aria-modal': 'true', role: 'dialog' },
  '.responses-table': { role: 'group' },
  '.scheme-container': { 'aria-label': 'Authorization', role: 'region' },
  h3: { 'aria-level': '2' },
  h4: { 'aria-level': '3' },
  h5: { 'aria-level': '4' },
  h6: { 'aria-level': '4' },
};
let open = false;
const fix = () => {
  for (const [selector, values] of Object.entries(attributes)) {
    for (const element of docs.querySelectorAll(selector)) {
      for (const [name, value] of Object.entries(values)) element.setAttribute(name, value);
    }
  }
  if (open === Boolean(one('.modal-ux'))) return;
  open = !open;
  one(open ? '.auth-container :is(input, button)' : '.btn.authorize')?.focus();
};
docs.addEventListener('keydown', ({ key }) => key === 'Escape' && one('.close-modal')?.click());
new MutationObserver(fix).observe(docs, { childList: true, subtree: true });
SwaggerUIBundle({
  url: '/openapi.json',
  domNode: docs,
  defaultModelsExpandDepth: 0,
  plugins: [{ wrapComponents: { ServersContainer: () => () => null } }],
  syntaxHighlight: false,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;

/** Serves `/docs`, an interactive reference page of the interface, if the build includes it. */
export function routeDocs(router: Router<RequestState>): void {
  if (!swaggerUi.every((path) => existsSync(path))) return;
  const texts = { '': page, '/start.js': start, '/page.css': css };
  for (const [path, text] of Object.entries(texts)) {
    router.get(
      `/docs${path}`,
      serve(extname(path) || 'html', () => text),
    );
  }
  for (const path of swaggerUi) {
    const { size } = statSync(path);
    const read = () => createReadStream(path);
    router.get(`/docs/${basename(path)}`, serve(extname(path), read, size));
  }
}

function serve(type: string, read: () => unknown, length?: number): Middleware {
  return (ctx) => {
    ctx.set({
      'Content-Security-Policy': contentSecurityPolicy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'public, max-age=3600',
    });
    ctx.type = type;
    ctx.body = read();
    if (length !== undefined) ctx.length = length;
  };
}
