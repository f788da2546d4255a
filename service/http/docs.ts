import { createHash } from 'node:crypto';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type Router from '@koa/router';
import { builtFolder } from '../config/package.ts';
import { describeInterface, type Limits } from './openapi/document.ts';
import type { Middleware, RequestState } from './state.ts';

/**
 * A script for the page at `/docs`. While Scalar renders the page, it adds the accessible names and
 * roles that Scalar leaves out. The test of the page lists the remaining problems.
 */
const accessibilityFixes = `
const all = (selector) => document.querySelectorAll(selector);
// A new line has a random id.
const rowOf = (field) => field.closest('tr')?.id.replace(/^id-.*/, '');
const nameOf = (field) => {
  const column = field.closest('[aria-label$=" Key"], [aria-label$=" Value"]');
  const [name] = column?.getAttribute('aria-label').match(/\\w+$/) ?? [];
  if (name) return [rowOf(field), name].filter(Boolean).join(' ');
  const label = all('label[for="' + field.closest('[id]')?.id + '"]')[0]?.textContent.trim();
  const part = field.closest('section[aria-label^="Re"]')?.getAttribute('aria-label');
  return label || (part ? part.match(/\\w+/)[0] + ' body' : 'Address');
};
const fix = () => {
  for (const field of all('.cm-content[role="textbox"]:not([aria-label])')) {
    field.setAttribute('aria-label', nameOf(field));
  }
  for (const box of all('[role="dialog"] input[type="checkbox"]:not([aria-label])')) {
    box.setAttribute('aria-label', 'Send ' + (rowOf(box) || 'this line'));
  }
  for (const button of all('.scalar-code-copy:not([aria-label])')) {
    button.setAttribute('aria-label', 'Copy');
  }
  for (const button of all('button[role="none"]')) button.removeAttribute('role');
  for (const item of all('button[aria-selected]:not([role])')) {
    item.setAttribute('aria-current', item.getAttribute('aria-selected'));
    item.removeAttribute('aria-selected');
  }
};
new MutationObserver(fix).observe(document.body, {
  attributeFilter: ['aria-selected', 'role'],
  childList: true,
  subtree: true,
});
`;

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

/**
 * Scalar's script, which the build puts here. It is absent if the development packages aren't
 * installed.
 */
const scalar = join(builtFolder(), 'http/docs/scalar.js');

/**
 * Scripts are our own, and nothing is loaded from other hosts. Inline styles are allowed, because
 * the editor of the request body adds some at run time.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
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
  </head>
  <body>
    <div id="docs"></div>
    <script src="/docs/scalar.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/**
 * Scalar's own greys and greens have too little contrast. Its language list for all examples is a
 * tab list that contains other controls; each example offers the same choice.
 */
const css = `
.light-mode { --scalar-color-2: #555; --scalar-color-3: #666; --scalar-color-green: #006b3f; --scalar-color-orange: #954500; --scalar-color-blue: #0a5299; --scalar-color-red: #b3261e; }
.dark-mode { --scalar-color-2: #bbb; --scalar-color-3: #aaa; }
.scalar-reference-intro-clients { display: none; }
ul.endpoints .endpoint-path { overflow-wrap: anywhere; white-space: normal; }
`;

/** An API key entered on the page isn't stored, and Scalar's telemetry is off. */
const start = `Scalar.createApiReference('#docs', {
  url: '/openapi.json',
  agent: { disabled: true },
  customCss: ${JSON.stringify(css)},
  mcp: { disabled: true },
  hideClientButton: true,
  hideSearch: true,
  persistAuth: false,
  showDeveloperTools: 'never',
  telemetry: false,
  withDefaultFonts: false,
});
${accessibilityFixes}`;

/** Serves `/docs`, an interactive reference page of the interface, if the build includes it. */
export function routeDocs(router: Router<RequestState>): void {
  if (!existsSync(scalar)) return;
  const { size } = statSync(scalar);
  router.get(
    '/docs',
    serve('html', () => page),
  );
  router.get(
    '/docs/start.js',
    serve('js', () => start),
  );
  router.get(
    '/docs/scalar.js',
    serve('js', () => createReadStream(scalar), size),
  );
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
