/**
 * A script for the page at `/docs`: puts in what Scalar leaves out for people who do not see the page, as it
 * draws. That is names of fields and buttons, and roles that are theirs. The test of the page says what is left.
 */
export const mends = `
const all = (selector) => document.querySelectorAll(selector);
// A line that is new has a random id.
const rowOf = (field) => field.closest('tr')?.id.replace(/^id-.*/, '');
const nameOf = (field) => {
  const column = field.closest('[aria-label$=" Key"], [aria-label$=" Value"]');
  const [name] = column?.getAttribute('aria-label').match(/\\w+$/) ?? [];
  if (name) return [rowOf(field), name].filter(Boolean).join(' ');
  const label = all('label[for="' + field.closest('[id]')?.id + '"]')[0]?.textContent.trim();
  const part = field.closest('section[aria-label^="Re"]')?.getAttribute('aria-label');
  return label || (part ? part.match(/\\w+/)[0] + ' body' : 'Address');
};
const mend = () => {
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
new MutationObserver(mend).observe(document.body, {
  attributeFilter: ['aria-selected', 'role'],
  childList: true,
  subtree: true,
});
`;
