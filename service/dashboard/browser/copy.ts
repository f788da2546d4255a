/** How long a button confirms that it has copied, in milliseconds. */
const saidForMs = 2_000;

async function copy(button: HTMLButtonElement, text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  const label = button.textContent;
  const { copied = '' } = button.dataset;
  if (label === copied) return;
  const status = button.parentElement?.querySelector('[role="status"]');
  button.textContent = copied;
  if (status) status.textContent = copied;
  setTimeout(() => {
    button.textContent = label;
    if (status) status.textContent = '';
  }, saidForMs);
}

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
  const { copy: text = '' } = button.dataset;
  // Browsers have no clipboard for plain HTTP pages of another host, so the button stays hidden
  // there.
  button.hidden = !('clipboard' in navigator);
  button.addEventListener('click', () => void copy(button, text));
}

export {};
