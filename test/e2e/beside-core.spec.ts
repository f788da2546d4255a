import { phpOf } from './support/permissions.ts';
import type { Site } from './support/site.ts';
import { expect, test } from './support/test.ts';

interface Found {
  /** PHP's notices, warnings and deprecations. */
  readonly complaints: readonly string[];
  readonly answers: number;
  /** The paths that an administrator cannot read in any context. */
  readonly failed: readonly string[];
  /** The plugin's fields in answers: by user and context, by the base of the route. */
  readonly own: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  readonly differences: readonly string[];
}

/** Does something without the plugin, then with it. */
async function compare<Value>(site: Site, run: () => Promise<Value>): Promise<[Value, Value]> {
  const activate = (plugins: string) => site.php(`update_option( 'active_plugins', ${plugins} );`);
  const active = `array( 'altscribe/altscribe.php' )`;
  try {
    await activate('array()');
    const without = await run();
    await activate(active);
    return [without, await run()];
  } finally {
    await activate(active);
  }
}

/** Runs PHP that prints JSON in its last line. */
async function read<Value>(site: Site, code: string, args: unknown): Promise<Value> {
  const printed = await site.php(code, args, 'admin');
  return JSON.parse(printed.split('\n').at(-1) ?? '') as Value;
}

const ofPosts = [
  '_altscribe_seo_keywords',
  'altscribe_automatic_language',
  'altscribe_language',
  'altscribe_sources',
];
const abilities = { '/abilities': ['items'], '/categories': ['items'] };
const forEditor = {
  ...{ '/posts': ofPosts, '/pages': ofPosts, '/blocks': ofPosts, ...abilities },
  '/media': [
    '_altscribe_decorative',
    'altscribe_file_texts',
    'altscribe_source',
    'altscribe_text_language',
  ],
};
const forWriters = {
  '/media': ['altscribe_file_texts', 'altscribe_source', 'altscribe_text_language'],
  ...abilities,
};

test("WordPress's own REST routes answer as they do without the plugin, except for its fields", async ({
  site,
}) => {
  const world = await read(site, phpOf('core-world'), { image: site.images.green.id });
  const [without, found] = await compare(site, () =>
    read<Found>(site, phpOf('core-answers'), world),
  );
  expect(without).toMatchObject({ complaints: [], own: [] });
  expect(found.answers).toBe(without.answers);
  expect(found.answers).toBeGreaterThan(1000);
  // A menu item has no autosave, and the request did not come with an application password.
  expect(found.failed.map((path) => path.replaceAll(/\d+/g, '#'))).toEqual([
    '/wp/v#/menu-items/#/autosaves/#',
    '/wp/v#/users/#/application-passwords/introspect',
  ]);
  expect.soft(found.complaints).toEqual([]);
  expect.soft(found.differences).toEqual([]);
  expect(found.own).toEqual({
    'administrator, edit': { ...forEditor, '/navigation': ofPosts },
    'administrator, view': forWriters,
    'editor, edit': forEditor,
    'editor, view': forWriters,
  });
});

test('Other clients of the media routes store the text that WordPress alone would store', async ({
  site,
}) => {
  const texts = [
    '<script>alert( 1 )</script>A boat',
    'A <b>boat</b>',
    'I <3 boats, really',
    'Save 50%af',
    String.raw`C:\new\table`,
    ' Two\n\tlines ',
  ];
  const [without, stored] = await compare(site, () =>
    read<string[][]>(
      site,
      `$png   = base64_decode( 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==' );
    $found = array();
    foreach ( $args as $text ) {
      $new = new WP_REST_Request( 'POST', '/wp/v2/media' );
      $new->set_headers( array( 'Content-Type' => 'image/png', 'Content-Disposition' => 'attachment; filename="boat.png"' ) );
      $new->set_body( $png );
      $new->set_query_params( array( 'alt_text' => $text, 'altscribe_exact_text' => 'true' ) );
      $id     = rest_do_request( $new )->get_data()['id'];
      $change = function ( $params ) use ( $id ) {
        $request = new WP_REST_Request( 'POST', "/wp/v2/media/$id" );
        $request->set_body_params( $params );
        rest_do_request( $request );
        return get_post_meta( $id, '_wp_attachment_image_alt', true );
      };
      $found[] = array( get_post_meta( $id, '_wp_attachment_image_alt', true ), $change( array( 'alt_text' => 'A boat' ) ), $change( array( 'alt_text' => $text ) ) );
      wp_delete_attachment( $id, true );
    }
    echo wp_json_encode( $found );`,
      texts,
    ),
  );
  expect(without[0]).toEqual(['A boat', 'A boat', 'A boat']);
  expect(stored).toEqual(without);
});

test('The Customizer loads no script of the plugin', async ({ site }) => {
  const session = await site.session('administrator');
  const list = async () => {
    const page = await (await session.fetch('/wp-admin/customize.php')).text();
    return [...page.matchAll(/<script[^>]+src=["']([^"'?]+)/g)].map(([, address]) => address);
  };
  const [without, found] = await compare(site, list);
  expect(without.length).toBeGreaterThan(20);
  expect(found).toEqual(without);
});
