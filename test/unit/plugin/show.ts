/** What is shown: texts, and controls with their looks and explanations. */
export function show(node: Node): string[] {
  if (!(node instanceof HTMLElement))
    return node.textContent?.trim() ? [node.textContent.trim()] : [];
  if (node.hidden || node.tagName === 'STYLE') return [];
  const looks = [...node.classList].filter((name) => /^(?:is|altscribe)-/.test(name)).join(' ');
  const states = [
    'role',
    'aria-label',
    'aria-expanded',
    'aria-disabled',
    'href',
    'rows',
    'maxlength',
  ]
    .filter((name) => node.hasAttribute(name))
    .map((name) => `${name}=${node.getAttribute(name) ?? ''}`);
  const about = [looks, ...states].filter(Boolean).join(' ');
  if (node.matches('textarea, input'))
    return [`field: ${(node as HTMLInputElement).value} {${about}}`];
  if (node.matches('button, a')) return [`[${node.textContent}] {${about}}`];
  return [...(about ? [`{${about}}`] : []), ...[...node.childNodes].flatMap(show)];
}
