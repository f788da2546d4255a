import type { ComponentChildren } from 'preact';
import { assetUrls } from '../assets.ts';
import type { Texts } from '../locales/locales.ts';
import { Form } from './form.tsx';
import { Notice } from './facts.tsx';
import { usePageContext } from './page-context.ts';

interface LayoutProps {
  readonly title: string;
  readonly current?: keyof Texts['navigation'] | 'account' | undefined;
  readonly hasErrors?: boolean | undefined;
  readonly notice: string | undefined;
  readonly children: ComponentChildren;
}

/** The HTML document around the content of every page. */
export function Layout({ title, current, hasErrors, notice, children }: LayoutProps) {
  const { locale, texts } = usePageContext();
  const shownTitle = hasErrors ? texts.layout.titleWithError(title) : title;
  return (
    <html lang={locale}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>{`${shownTitle} · Altscribe`}</title>
        {assetUrls('.svg').map((url) => (
          <link key={url} rel="icon" type="image/svg+xml" href={url} />
        ))}
        {assetUrls('.css').map((url) => (
          <link key={url} rel="stylesheet" href={url} />
        ))}
        {assetUrls('.js').map((url) => (
          <script key={url} type="module" src={url} />
        ))}
      </head>
      <body>
        <a class="skip-link" href="#content">
          {texts.layout.skipToContent}
        </a>
        <Header current={current} />
        <main id="content" tabIndex={-1}>
          <h1>{title}</h1>
          {notice && <Notice kind="success">{notice}</Notice>}
          {children}
        </main>
      </body>
    </html>
  );
}

function Header({ current }: Pick<LayoutProps, 'current'>) {
  const { texts, signedIn, navigation } = usePageContext();
  return (
    <header class="header">
      <div class="header-row">
        <a class="brand" href="/dashboard">
          Altscribe
        </a>
        {signedIn && (
          <div class="who">
            <a href="/dashboard/account" aria-current={current === 'account' ? 'page' : undefined}>
              {signedIn.login.user_id}
            </a>
            <Form action="/dashboard/sign-out">
              <button type="submit" class="button-link">
                {texts.layout.signOut}
              </button>
            </Form>
          </div>
        )}
      </div>
      {navigation.length > 0 && (
        <nav aria-label={texts.layout.navigation}>
          <ul>
            {navigation.map(({ name, path }) => (
              <li key={name}>
                <a href={path} aria-current={current === name ? 'page' : undefined}>
                  {texts.navigation[name]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </header>
  );
}
