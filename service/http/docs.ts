import { createReadStream, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type Router from '@koa/router';
import { builtFolder } from '../package.ts';
import { mends } from './docs-mends.ts';
import type { Middleware, RequestState } from './state.ts';

/** Scalar, which the build puts here. Without the packages for development it has none to put. */
const scalar = join(builtFolder(), 'http/docs/scalar.js');

/**
 * Scripts are our own files, and nothing is fetched from elsewhere. Styles may be inline: the editor
 * of the request body makes its own as it goes.
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
 * Scalar's own greys and greens are too pale to read. Its list of languages for all examples is a list of tabs
 * with other things in it; each example has the same choice.
 */
const css = `
.light-mode { --scalar-color-2: #555; --scalar-color-3: #666; --scalar-color-green: #006b3f; --scalar-color-orange: #954500; --scalar-color-blue: #0a5299; --scalar-color-red: #b3261e; }
.dark-mode { --scalar-color-2: #bbb; --scalar-color-3: #aaa; }
.scalar-reference-intro-clients { display: none; }
ul.endpoints .endpoint-path { overflow-wrap: anywhere; white-space: normal; }
`;

/** The key that somebody tries calls with is kept nowhere, and nothing is told to Scalar's makers. */
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
${mends}`;

/** Serves `/docs`, a reference page of the interface to try calls on, where the build has it. */
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
