import { image } from './support/blocks.ts';
import { expect, test } from './support/test.ts';

// PHP in WebAssembly always has it.
test.use({ siteOptions: { version: '7.1', php: 'native', without: ['mbstring'] } });

test('Without PHP’s mbstring, the editor opens and a file is imported', async ({
  site,
  editor,
  backend,
}) => {
  await backend.connect();
  const { green } = site.images;
  await site.define({ WPSEO_VERSION: '28' });
  await editor.openPost([image(green)], { meta_input: { _yoast_wpseo_focuskw: 'Ärmel, ärmel' } });
  await editor.generate(1).click();
  await expect(editor.row(1)).toContainText('A text by OpenAI');
  const session = await site.session('administrator');
  const preview = await session.rest('POST', '/altscribe/v1/import/preview', {
    csv: `id,alt_text\n${String(green.id)},Ein Ärmel\n4711,\u00E4\n`,
  });
  expect(preview.body).toMatchObject({ rows: [{ alt_text: 'Ein Ärmel' }], errors: [] });
  const printed = await site.php(
    `echo wp_json_encode( array(
      is_wp_error( \\Altscribe\\Csv\\Csv_File::read_record( array( '7', "A b\\xFCcket" ), array( 'id', 'alt_text' ) ) ),
      \\Altscribe\\Core\\Text::clean( "A b\\xFCcket" ),
    ) );`,
  );
  expect(JSON.parse(printed)).toEqual([true, expect.stringMatching(/^A b.?cket$/u)]);
});
