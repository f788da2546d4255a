import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];
type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/** Asks the browser for the passkey of a form, and sends the form. */
async function ask(form: HTMLFormElement): Promise<void> {
  const { create, request, failed = '' } = form.dataset;
  const status = form.querySelector<HTMLElement>('[role="status"]');
  if (status) status.textContent = '';
  try {
    const result =
      create === undefined
        ? await startAuthentication({ optionsJSON: JSON.parse(request ?? '') as RequestOptions })
        : await startRegistration({ optionsJSON: JSON.parse(create) as CreationOptions });
    const field = form.elements.namedItem('credential');
    if (field instanceof HTMLInputElement) field.value = JSON.stringify(result);
    form.submit();
  } catch {
    if (status) status.textContent = failed;
  }
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
  // The form stays hidden without scripts, or in a browser without passkeys.
  form.hidden = !browserSupportsWebAuthn();
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void ask(form);
  });
}
