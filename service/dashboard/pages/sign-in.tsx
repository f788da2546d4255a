import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { SubmitButton } from '../components/submit-button.tsx';
import { ownPath } from '../paths.ts';
import { renderPage } from '../render.tsx';
import type { DashboardRoute } from '../route.ts';
import type { DashboardContext } from '../state.ts';

const path = '/dashboard/sign-in';

const show: DashboardRoute = {
  method: 'GET',
  path,
  access: 'anyone',
  handle(ctx) {
    const { next } = ctx.query;
    const after = ownPath(typeof next === 'string' ? next : '');
    if (ctx.state.signedIn) ctx.redirect(after);
    else render(ctx, after);
  },
};

function render(ctx: DashboardContext, next: string) {
  const { signIn } = ctx.state.texts;
  renderPage(
    ctx,
    { title: signIn.title },
    <Form class="narrow">
      <input type="hidden" name="next" value={next} />
      <Field name="email" label={signIn.email} type="email" autocomplete="username" />
      <Field
        name="password"
        label={signIn.password}
        type="password"
        autocomplete="current-password"
      />
      <SubmitButton>{signIn.submit}</SubmitButton>
    </Form>,
  );
}

export const signIn: readonly DashboardRoute[] = [show];
