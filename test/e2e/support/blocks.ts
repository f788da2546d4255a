/** Blocks as in a post's content. */

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

/** An instance of a synced pattern. */
export function syncedPattern(id: number): string {
  return `<!-- wp:block {"ref":${id}} /-->`;
}

/** A cover with an image, or with a video if `attributes` say so. */
export function cover({ id, url }: ImageOptions, content: string, attributes: object = {}): string {
  const isVideo = 'backgroundType' in attributes;
  const media = isVideo
    ? `<video class="wp-block-cover__video-background intrinsic-ignore" autoplay muted loop playsinline src="${url}" data-object-fit="cover"></video>`
    : `<img class="wp-block-cover__image-background wp-image-${id}" alt="" src="${url}" data-object-fit="cover"/>`;
  const dim = `<span aria-hidden="true" class="wp-block-cover__background has-background-dim"></span>`;
  const inner = `<div class="wp-block-cover__inner-container">${content}</div>`;
  return block('cover', `<div class="wp-block-cover">${media}${dim}${inner}</div>`, {
    url,
    ...(id !== undefined && { id }),
    dimRatio: 50,
    ...attributes,
  });
}

export function mediaText({ id, url }: ImageOptions, content: string): string {
  const figure = `<figure class="wp-block-media-text__media"><img src="${url}" alt="" class="wp-image-${id} size-full"/></figure>`;
  const inner = `<div class="wp-block-media-text__content">${content}</div>`;
  return block(
    'media-text',
    `<div class="wp-block-media-text is-stacked-on-mobile">${figure}${inner}</div>`,
    { mediaId: id, mediaType: 'image' },
  );
}

/** An image within a text. */
export function inlineImage({ id, url, alt = '' }: ImageOptions): string {
  return `<img class="wp-image-${id}" style="width: 20px;" src="${url}" alt="${alt}">`;
}

export function table(rows: readonly (readonly string[])[]): string {
  const body = rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('');
  return block(
    'table',
    `<figure class="wp-block-table"><table class="has-fixed-layout"><tbody>${body}</tbody></table></figure>`,
  );
}

export function customHtml(html: string): string {
  return block('html', html);
}

/** Content without blocks. */
export function classic(html: string): string {
  return html;
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
