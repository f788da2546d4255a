import { createRoot } from '@wordpress/element';
import { act, type ReactElement } from 'react';

/** What tells users and screen readers something, in the order of these names. */
const names =
  'role aria-label aria-current aria-expanded aria-disabled aria-busy href title value rows maxlength';
/** What the look of a control tells. */
const looks = /^is-(?:primary|secondary|tertiary|link|destructive|busy|error|success)$/;

/** The words, links and controls of an element, a line each. */
export function saysOf(element: ReactElement): string {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  act(() => {
    root.render(element);
  });
  const said = linesOf(place).join('\n');
  act(() => {
    root.unmount();
  });
  place.remove();
  return said;
}

/** The same of a node that is on a page already. */
export function linesOf(node: Node): string[] {
  if (node instanceof HTMLElement && (node.hidden || node.localName === 'style')) return [];
  if (!(node instanceof Element)) {
    const text = node.textContent?.trim() ?? '';
    return text === '' ? [] : [text];
  }
  const said = names
    .split(' ')
    .filter((name) => node.hasAttribute(name))
    .map((name) => `${name}=${node.getAttribute(name) ?? ''}`);
  said.push(...[...node.classList].filter((name) => looks.test(name)).sort());
  if (node instanceof HTMLInputElement) said.push(node.type, String(node.checked));
  if (node.matches('select, textarea, input:not([type=checkbox])'))
    said.push((node as HTMLInputElement).value);
  if (document.activeElement === node) said.push('focused');
  const inner = [...node.childNodes].flatMap(linesOf);
  const isWord = said.length === 0 && !node.matches('button, del, strong, td, th, li, time');
  return isWord
    ? inner
    : [[node.localName, ...said].join(' '), ...inner.map((line) => `  ${line}`)];
}
