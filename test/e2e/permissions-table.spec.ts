import { readExample } from '../support/doc-examples.ts';
import { fields, rows } from './support/permission-rows.ts';
import { makeFiles, phpOf } from './support/permissions.ts';
import type { Site } from './support/site.ts';
import { expect, test } from './support/test.ts';

const returning = (value: string) =>
  `add_filter( 'altscribe_capability', function () { return ${value}; } );`;

/** A capability of everyone, one of authors, values that are not capabilities, and one of administrators. */
const filters = [
  returning(`'read'`),
  readExample('docs/hooks.md', "add_filter( 'altscribe_capability'"),
  returning('null'),
  returning(`'manage_options'`),
];

interface Person {
  readonly role: string;
  /** Whether the role may not generate. */
  readonly excluded?: boolean;
  /** PHP with which the user's own objects are tried again. */
  readonly filters?: readonly string[];
}

const people: Record<string, Person> = {
  'a visitor': { role: '' },
  'a subscriber': { role: 'subscriber' },
  'a contributor': { role: 'contributor', filters },
  'an author': { role: 'author' },
  'an editor': { role: 'editor', filters },
  'an administrator': { role: 'administrator' },
  'an editor who may not generate': { role: 'editor', excluded: true },
};

interface Result {
  readonly cells: number;
  /** The faults, each with its cell. */
  readonly wrong: readonly (readonly [fault: string, cell: string])[];
  /** The number of rows tried so far. */
  readonly from: number;
}

/** The faults of the table as one user, each with its cells, and the number of all cells. */
async function tryTable(site: Site, person: Person) {
  const code = phpOf('permission-world', 'permission-cells', 'permission-run');
  const args = { excluded: false, filters: [], ...person, files: await makeFiles(), rows };
  const found = new Map<string, string[]>();
  let cells = 0;
  for (let from = 0; from < Object.keys(rows).length;) {
    const printed = await site.php(code, { ...args, from }, 'admin');
    const result = JSON.parse(printed.split('\n').at(-1) ?? '') as Result;
    ({ from } = result);
    cells += result.cells;
    for (const [fault, cell] of result.wrong) found.set(fault, [...(found.get(fault) ?? []), cell]);
  }
  const faults = [...found].map(
    ([fault, list]) => `${fault} | ${list.length}: ${list.slice(0, 5).join(', ')}`,
  );
  return { cells, faults };
}

test('Every route, ability and field of the plugin is in the table: a new one needs a row', async ({
  site,
}) => {
  const printed = await site.php(
    `${phpOf('permission-world', 'permission-cells')}
    $names = preg_grep( '~^\\S+ /(?!$|wp/|wp-|batch/|oembed/|altscribe/v1$)~', array_keys( list_route_params() ) );
    foreach ( wp_get_abilities() as $name => $ability ) {
      if ( 0 === strpos( $name, 'altscribe/' ) ) { $names[] = ( $ability->get_meta()['annotations']['readonly'] ? 'GET' : 'POST' ) . " /wp-abilities/v1/abilities/$name/run"; }
    }
    foreach ( array( 'attachment', 'post' ) as $type ) {
      $own = preg_grep( '/altscribe/', array_merge( array_keys( $GLOBALS['wp_rest_additional_fields'][ $type ] ), array_keys( get_registered_meta_keys( 'post', $type ) ) ) );
      sort( $own );
      $fields[ $type ] = $own;
    }
    sort( $names );
    echo wp_json_encode( array( 'names' => array_values( $names ), 'all' => array_keys( list_route_params() ), 'fields' => $fields ) );`,
  );
  const registered = JSON.parse(printed) as {
    names: string[];
    all: string[];
    fields: Record<string, string[]>;
  };
  const [ofWordPress = [], own = []] = [true, false].map((isCore) =>
    Object.entries(rows).flatMap(([name, [first]]) =>
      Boolean(first?.core) === isCore ? [name] : [],
    ),
  );
  expect(registered.names).toEqual(own.toSorted());
  expect(registered.all).toEqual(expect.arrayContaining(ofWordPress));
  expect(registered.fields).toEqual(fields);
});

for (const [name, person] of Object.entries(people)) {
  test(`Routes let ${name} see and change only what WordPress lets them`, async ({ site }) => {
    const { cells, faults } = await tryTable(site, person);
    test.info().annotations.push({ type: 'cells', description: String(cells) });
    expect(faults).toEqual([]);
  });
}
