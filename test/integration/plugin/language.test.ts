import { expect, test } from 'vitest';
import { runPhp } from './run-php.ts';

/** The language of a post, by picked language, WPML, Polylang, the setting and the site. */
const script = `<?php
define( 'ABSPATH', '/' );
$picked  = '';
$setting = '';
$wpml    = null;
function add_action() {}
function get_post_meta() { return $GLOBALS['picked']; }
function get_post_type( $post_id ) { return in_array( $post_id, array( 9, 10 ), true ) ? 'attachment' : 'post'; }
function wp_get_post_parent_id( $post_id ) { return 9 === $post_id ? 7 : 0; }
function get_locale() { return 'pt_PT'; }
class Settings {
  static function get() { return array( 'language' => $GLOBALS['setting'] ); }
  static function is_language_code( $code ) {
    return 1 === preg_match( '/^[a-z]{2,3}([-_][a-z0-9]{1,8}){0,4}$/Di', $code );
  }
}
class_alias( 'Settings', 'Altscribe\\\\Core\\\\Settings' );
function apply_filters( $name, $value ) { return 'wpml_post_language_details' === $name ? $GLOBALS['wpml'] : $value; }
require '/plugin/includes/autoload.php';

$results = array();
$results['site'] = \\Altscribe\\Core\\Languages::of_post( 7 );
$setting = 'de_CH_informal';
$results['setting'] = \\Altscribe\\Core\\Languages::of_post( 7 );
$wpml = array( 'language_code' => 'zh-hans' );
$results['WPML'] = \\Altscribe\\Core\\Languages::of_post( 7 );
$wpml = array( 'language_code' => 'pt', 'locale' => 'pt_BR' );
$results['WPML, with a locale'] = \\Altscribe\\Core\\Languages::of_post( 7 );
foreach ( array( false, array(), array( 'language_code' => null ), array( 'language_code' => 'all of them' ), 'fr' ) as $wpml ) {
  $results['not a language'][] = \\Altscribe\\Core\\Languages::of_post( 7 );
}
$wpml = array( 'language_code' => 'pt' );
if ( ! function_exists( 'pll_get_post_language' ) ) {
  function pll_get_post_language( $post_id, $field ) { return 7 === $post_id && 'locale' === $field ? 'pt_AO' : false; }
}
$results['Polylang'] = \\Altscribe\\Core\\Languages::of_post( 7 );
$results['Polylang, no language yet'] = \\Altscribe\\Core\\Languages::of_post( 8 );
$wpml = null;
$results['uploaded to a post of a language'] = \\Altscribe\\Core\\Languages::of_post( 9 );
$results['uploaded to no post'] = \\Altscribe\\Core\\Languages::of_post( 10 );
$picked = 'fr';
$results['picked'] = \\Altscribe\\Core\\Languages::of_post( 7 );
$results['not picked'] = \\Altscribe\\Core\\Languages::automatic( 7 );
$picked = array( 'x' );
$results['damaged'] = \\Altscribe\\Core\\Languages::of_post( 7 );
echo "\\n", json_encode( $results );`;

test('The language of a post is from its editor, WPML or Polylang, the setting or the site', async () => {
  expect(await runPhp('7.4', script)).toEqual({
    site: 'pt_PT',
    setting: 'de_CH_informal',
    WPML: 'zh-hans',
    'WPML, with a locale': 'pt_BR',
    'not a language': Array.from({ length: 5 }, () => 'de_CH_informal'),
    Polylang: 'pt_AO',
    'Polylang, no language yet': 'pt',
    'uploaded to a post of a language': 'pt_AO',
    'uploaded to no post': 'de_CH_informal',
    picked: 'fr',
    'not picked': 'pt_AO',
    damaged: 'pt_AO',
  });
}, 60_000);
