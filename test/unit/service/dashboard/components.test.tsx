import { renderToString } from 'preact-render-to-string';
import type { ComponentChildren } from 'preact';
import { expect, test } from 'vitest';
import { CopyBox, Time } from '../../../../service/dashboard/components/facts.tsx';
import { DataTable } from '../../../../service/dashboard/components/data-table.tsx';
import { Field, Form } from '../../../../service/dashboard/components/form.tsx';
import {
  makePageContext,
  PageContextProvider,
} from '../../../../service/dashboard/components/page-context.ts';
import type { DashboardState } from '../../../../service/dashboard/state.ts';
import { textsOf } from '../../../../service/dashboard/locales/locales.ts';

const hostile = `"><script>alert(1)</script>`;

function render(children: ComponentChildren): string {
  const state = { locale: 'en', texts: textsOf('en'), formToken: 'the-token', navigation: [] };
  const context = makePageContext(state as unknown as DashboardState, '/dashboard/page');
  return renderToString(<PageContextProvider value={context}>{children}</PageContextProvider>);
}

test('a form is sent by POST with the token, to its own page by default', () => {
  const html = render(<Form>{hostile}</Form>);
  expect(html).toContain('<form method="post" action="/dashboard/page"');
  expect(html).toContain('<input type="hidden" name="form_token" value="the-token"/>');
  expect(render(<Form action="/dashboard/other">x</Form>)).toContain('action="/dashboard/other"');
});

test('user input is escaped everywhere', () => {
  const html = render(
    <>
      <Field name="name" label={hostile} value={hostile} error={hostile} description={hostile} />
      <CopyBox label={hostile} value={hostile} />
      <DataTable
        caption={hostile}
        rows={[hostile]}
        keyOf={(row) => row}
        columns={[{ header: hostile, cell: (row) => row }]}
      />
    </>,
  );
  expect(html).not.toContain('<script');
  expect(html).not.toContain('value="">');
});

test('a field is linked to its description and error', () => {
  const html = render(<Field name="email" label="E-mail" description="Why" error="What" />);
  expect(html).toContain('aria-describedby="field-email-description field-email-error"');
  expect(html).toContain('aria-invalid="true"');
  expect(html).toContain('<label for="field-email">E-mail</label>');
  expect(render(<Field name="email" label="E-mail" />)).not.toContain('aria-');
});

test('a time is relative, with the exact time on hover and for screen readers', () => {
  const at = new Date(Date.now() - 3_600_000).toISOString();
  const html = render(<Time at={at} />);
  expect(html).toMatch(
    new RegExp(`<time datetime="${at}" title="[^"]+ UTC">.*1 hour ago.* UTC\\)`),
  );
  expect(render(<Time at={null} />)).toContain('Never');
});

test('each table cell names its column for narrow screens', () => {
  const columns = [{ header: 'Calls', isNumber: true, cell: (n: number) => n }];
  const html = render(<DataTable caption="Usage" rows={[1, 2]} keyOf={String} columns={columns} />);
  expect(html.match(/role="cell" data-label="Calls" class="number"/g)).toHaveLength(2);
});
