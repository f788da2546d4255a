<?php
/**
 * The settings about what happens with new texts: where they are written, whether they wait for review,
 * and who must settle missing ones before publishing.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * JSON schemas of these settings, with their defaults.
 *
 * @return array<string, array<string, mixed>>
 */
function altscribe_writing_setting_schemas() {
	return array(
		'write_to'              => array(
			'type'    => 'string',
			'enum'    => array( 'block', 'library', 'both' ),
			'default' => 'block',
		),
		'review_new_texts'      => array(
			'type'    => 'boolean',
			'default' => false,
		),
		'lock_publishing_roles' => array(
			'type'        => 'array',
			'uniqueItems' => true,
			'items'       => array(
				'type'      => 'string',
				'maxLength' => 100,
			),
			'default'     => array(),
		),
		'generate_on_upload'    => array(
			'type'    => 'boolean',
			'default' => false,
		),
		'visitor_uploads'       => array(
			'type'    => 'boolean',
			'default' => false,
		),
	);
}

/**
 * The roles that may publish posts or pages.
 *
 * @return array<array{name: string, label: string}>
 */
function altscribe_list_publishing_roles() {
	$roles = array();
	foreach ( wp_roles()->role_objects as $name => $role ) {
		if ( $role->has_cap( 'publish_posts' ) || $role->has_cap( 'publish_pages' ) ) {
			$roles[] = array(
				'name'  => $name,
				'label' => translate_user_role( wp_roles()->role_names[ $name ] ),
			);
		}
	}
	return $roles;
}

/**
 * Whether the user must settle the images of a post before publishing it. The editor asks for it; a
 * program that publishes through the REST API is not held up.
 *
 * @param array<string, mixed> $settings As altscribe_settings() returns them.
 * @return array{mustSettle: bool, canBypass: bool} `canBypass`: the user may publish all the same.
 */
function altscribe_publish_lock( $settings ) {
	return array(
		'mustSettle' => (bool) array_intersect( $settings['lock_publishing_roles'], wp_get_current_user()->roles ),
		'canBypass'  => current_user_can( 'manage_options' ),
	);
}
