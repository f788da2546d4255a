/** Blocks as they stand in a post's content. */

export interface ImageOptions {
  readonly id?: number;
  readonly url: string;
  readonly alt?: string;
  readonly caption?: string;
  readonly attributes?: object;
}

export function image({ id, url, alt = '', caption, attributes }: ImageOptions): string {
  const ownClass = id === undefined ? '' : ` class="wp-image-${id}"`;
  const figcaption =
    caption === undefined ? '' : `<figcaption class="wp-element-caption">${caption}</figcaption>`;
  return block(
    'image',
    `<figure class="wp-block-image"><img src="${url}" alt="${alt}"${ownClass}/>${figcaption}</figure>`,
    { ...(id !== undefined && { id }), ...attributes },
  );
}

export function gallery(...images: string[]): string {
  const classes = 'wp-block-gallery has-nested-images columns-default is-cropped';
  return block('gallery', `<figure class="${classes}">${images.join('\n\n')}</figure>`, {
    linkTo: 'none',
  });
}

export function columns(...contents: string[]): string {
  const inner = contents.map((content) =>
    block('column', `<div class="wp-block-column">${content}</div>`),
  );
  return block('columns', `<div class="wp-block-columns">${inner.join('\n\n')}</div>`);
}

/** A pattern whose blocks belong to the post alone. WordPress 7.1 has "Edit pattern" for it. */
export function unsyncedPattern(...contents: string[]): string {
  return block('group', `<div class="wp-block-group">${contents.join('\n\n')}</div>`, {
    metadata: { name: 'A pattern', patternName: 'altscribe/pattern' },
    layout: { type: 'constrained' },
  });
}

/** An instance of a pattern that posts share. */
export function syncedPattern(id: number): string {
  return `<!-- wp:block {"ref":${id}} /-->`;
}

export function heading(text: string): string {
  return block('heading', `<h2 class="wp-block-heading">${text}</h2>`);
}

export function paragraph(text: string): string {
  return block('paragraph', `<p>${text}</p>`);
}

function block(name: string, content: string, attributes: object = {}): string {
  return `<!-- wp:${name} ${JSON.stringify(attributes)} -->\n${content}\n<!-- /wp:${name} -->`;
}
