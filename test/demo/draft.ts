import { createPost } from '../wordpress/content.ts';
import type { PhpRunner } from '../wordpress/php-runner.ts';

/** A photograph in the media library. */
interface Photograph {
  readonly id: number;
  readonly url: string;
}

/** Photographs that come with WordPress's theme. */
const names = [
  'botany-flowers-closeup',
  'red-hibiscus-closeup',
  'flower-meadow-square',
  'dallas-creek-square',
  'marshland-birds-square',
  'coral-square',
] as const;

type Name = (typeof names)[number];

/** Makes a draft that holds photographs without alt text, one with; gives its id. */
export async function writeDraft(php: PhpRunner): Promise<number> {
  const photographs = await upload(php);
  const image = (name: Name, alt = '') => toImageBlock(photographs[name], alt);
  return createPost(php, {
    post_title: 'From the greenhouse to the reef',
    post_content: [
      paragraph('Six photographs from one year of looking closely, in the order they were taken.'),
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
    ].join('\n\n'),
  });
}

/** In one request: WordPress makes the smaller sizes of each, which takes its time. */
async function upload(php: PhpRunner): Promise<Record<Name, Photograph>> {
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
      $photographs[ $name ] = array( 'id' => $id, 'url' => wp_get_attachment_image_url( $id, 'large' ) );
    }
    echo wp_json_encode( $photographs );`,
    { names },
    'admin',
  );
  if (!printed.startsWith('{')) throw new Error(`WordPress took no photographs: ${printed}`);
  return JSON.parse(printed) as Record<Name, Photograph>;
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
