<?php
/**
 * The states of alternative texts and what the checks find, in the words of the screen.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * A finding in a few words, as plugin/src/common/findings.ts has it for the scripts.
 *
 * @param string $code Code of altscribe_check_alt_text(), or of a plugin that adds its own.
 * @return string The code itself for one that is unknown.
 */
function altscribe_finding_name( $code ) {
	$names = array(
		'refusal'          => __( 'reads like an AI’s refusal', 'altscribe' ),
		'wrong-language'   => __( 'in another language', 'altscribe' ),
		'wrong-script'     => __( 'in another writing system', 'altscribe' ),
		'file-name'        => __( 'looks like a file name', 'altscribe' ),
		'repeats-caption'  => __( 'repeats the caption', 'altscribe' ),
		'repeats-other'    => __( 'same text as another image', 'altscribe' ),
		'keyword-stuffing' => __( 'too many keywords', 'altscribe' ),
		'too-long'         => __( 'very long', 'altscribe' ),
		'vague'            => __( 'says nothing of what is in the image', 'altscribe' ),
		'too-short'        => __( 'only one word', 'altscribe' ),
		'redundant-phrase' => __( 'says that it is an image', 'altscribe' ),
		'long'             => __( 'rather long', 'altscribe' ),
	);
	return isset( $names[ $code ] ) ? $names[ $code ] : $code;
}

/**
 * The state of an image in words: "Missing", "Decorative", "Check: very long", or '' for a good text.
 *
 * @param array{state: string, findings: string[]} $state As altscribe_alt_text_state() returns it.
 * @return string
 */
function altscribe_state_text( $state ) {
	switch ( $state['state'] ) {
		case 'missing':
			return __( 'Missing', 'altscribe' );
		case 'decorative':
			return __( 'Decorative', 'altscribe' );
		case 'check':
			/* translators: %s: what was found in an alt text: "repeats the caption". */
			return sprintf( __( 'Check: %s', 'altscribe' ), wp_sprintf( '%l', array_map( 'altscribe_finding_name', $state['findings'] ) ) );
		default:
			return '';
	}
}

/**
 * The filters of the media library by state.
 *
 * @return array<string, string> Label by the value of the query argument `altscribe_state`; '' for all.
 */
function altscribe_state_filters() {
	return array(
		''           => __( 'Any alt text', 'altscribe' ),
		'missing'    => __( 'Alt text missing', 'altscribe' ),
		'check'      => __( 'Alt text to check', 'altscribe' ),
		'decorative' => __( 'Decorative', 'altscribe' ),
		'good'       => __( 'No problems found', 'altscribe' ),
	);
}
