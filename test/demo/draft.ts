import { createPost } from '../wordpress/content.ts';
import type { PhpRunner } from '../wordpress/php-runner.ts';

/** A photograph in the media library. */
interface Photograph {
  readonly id: number;
  readonly url: string;
}

/** Photographs that come with WordPress's theme. */
const draftNames = [
  'botany-flowers-closeup',
  'red-hibiscus-closeup',
  'flower-meadow-square',
  'dallas-creek-square',
  'marshland-birds-square',
  'coral-square',
] as const;

type Name = (typeof draftNames)[number];

/** Alt text that is in the media library but not in the draft. */
const texts: Partial<Record<Name, string>> = {
  'coral-square': 'Branching corals on a reef in deep blue water',
};

/**
 * Creates a draft with one image of each kind, most of them without alt text, and returns its id. One has a
 * text in the media library, and the featured image also appears in the content.
 */
export async function writeDraft(php: PhpRunner): Promise<number> {
  const photographs = await upload(php, draftNames, texts);
  const image = (name: Name, alt = '') => toImageBlock(photographs[name], alt);
  return createPost(php, {
    post_title: 'From the greenhouse to the reef',
    post_content: [
      paragraph('Photographs from one year of looking closely, in the order they were taken.'),
      heading('In the greenhouse'),
      image('botany-flowers-closeup'),
      heading('In full colour'),
      gallery([
        image('red-hibiscus-closeup'),
        image('flower-meadow-square'),
        image('dallas-creek-square'),
      ]),
      heading('By the water'),
      columns([
        image(
          'marshland-birds-square',
          'Two wading birds in a marsh, black against a red evening sky',
        ),
        image('coral-square'),
      ]),
      cover(photographs['dallas-creek-square'], paragraph('A creek behind words')),
      mediaText(photographs['flower-meadow-square'], paragraph('A meadow beside words')),
      paragraph(`A small one ${inlineImage(photographs['red-hibiscus-closeup'])} between words.`),
      table(`A small one in a table ${inlineImage(photographs['coral-square'])}`),
      cover(null, paragraph('The featured image behind words')),
      block('html', `<p><img src="${photographs['coral-square'].url}" alt="" width="80"></p>`),
      `<p>Written in the classic editor: ${inlineImage(photographs['red-hibiscus-closeup'])}</p>`,
    ].join('\n\n'),
    meta_input: { _thumbnail_id: photographs['botany-flowers-closeup'].id },
  });
}

/**
 * Uploads photographs of the theme, some with a text. In one request, because WordPress takes a while to create the
 * smaller sizes of each.
 */
export async function upload<Uploaded extends string>(
  php: PhpRunner,
  names: readonly Uploaded[],
  texts: Partial<Record<Uploaded, string>> = {},
): Promise<Record<Uploaded, Photograph>> {
  const printed = await php(
    `$photographs = array();
    foreach ( $args['names'] as $name ) {
      $file = wp_tempnam( $name );
      copy( get_theme_root() . "/twentytwentyfive/assets/images/$name.webp", $file );
      $id = media_handle_sideload( array( 'name' => "$name.webp", 'tmp_name' => $file ) );
      if ( is_wp_error( $id ) ) {
        echo $id->get_error_message();
        return;
      }
      if ( isset( $args['texts'][ $name ] ) ) {
        update_post_meta( $id, '_wp_attachment_image_alt', $args['texts'][ $name ] );
      }
      $photographs[ $name ] = array( 'id' => $id, 'url' => wp_get_attachment_image_url( $id, 'large' ) );
    }
    echo wp_json_encode( $photographs );`,
    { names, texts },
    'admin',
  );
  if (!printed.startsWith('{')) throw new Error(`WordPress took no photographs: ${printed}`);
  return JSON.parse(printed) as Record<Uploaded, Photograph>;
}

function toImageBlock({ id, url }: Photograph, alt: string): string {
  const attributes = JSON.stringify({ id, sizeSlug: 'large', linkDestination: 'none' });
  const img = `<img src="${url}" alt="${alt}" class="wp-image-${id}"/>`;
  return block(`image ${attributes}`, `<figure class="wp-block-image size-large">${img}</figure>`);
}

function gallery(images: readonly string[]): string {
  const figure = `<figure class="wp-block-gallery has-nested-images columns-default is-cropped">`;
  return block('gallery {"linkTo":"none"}', `${figure}${images.join('\n\n')}</figure>`);
}

function columns(contents: readonly string[]): string {
  const inner = contents.map((content) =>
    block('column', `<div class="wp-block-column">${content}</div>`),
  );
  return block('columns', `<div class="wp-block-columns">${inner.join('\n\n')}</div>`);
}

/** Null: the featured image. */
function cover(photograph: Photograph | null, content: string): string {
  const attributes = photograph ?? { useFeaturedImage: true };
  const img = photograph
    ? `<img class="wp-block-cover__image-background wp-image-${photograph.id}" alt="" src="${photograph.url}" data-object-fit="cover"/>`
    : '';
  const dim = `<span aria-hidden="true" class="wp-block-cover__background has-background-dim"></span>`;
  const inner = `<div class="wp-block-cover__inner-container">${content}</div>`;
  return block(
    `cover ${JSON.stringify({ ...attributes, dimRatio: 50 })}`,
    `<div class="wp-block-cover">${img}${dim}${inner}</div>`,
  );
}

function mediaText({ id, url }: Photograph, content: string): string {
  const img = `<img src="${url}" alt="" class="wp-image-${id} size-full"/>`;
  return block(
    `media-text ${JSON.stringify({ mediaId: id, mediaType: 'image' })}`,
    `<div class="wp-block-media-text is-stacked-on-mobile"><figure class="wp-block-media-text__media">${img}</figure><div class="wp-block-media-text__content">${content}</div></div>`,
  );
}

function inlineImage({ id, url }: Photograph): string {
  return `<img class="wp-image-${id}" style="width: 60px;" src="${url}" alt="">`;
}

function table(cell: string): string {
  return block(
    'table',
    `<figure class="wp-block-table"><table class="has-fixed-layout"><tbody><tr><td>${cell}</td></tr></tbody></table></figure>`,
  );
}

function heading(text: string): string {
  return block('heading', `<h2 class="wp-block-heading">${text}</h2>`);
}

function paragraph(text: string): string {
  return block('paragraph', `<p>${text}</p>`);
}

function block(opening: string, content: string): string {
  const [name] = opening.split(' ');
  return `<!-- wp:${opening} -->\n${content}\n<!-- /wp:${name} -->`;
}
