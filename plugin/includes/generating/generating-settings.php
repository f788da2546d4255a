<?php
/**
 * The settings about who may generate, and what it may cost.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * JSON schemas of these settings, with their defaults.
 *
 * @return array<string, array<string, mixed>> `limit_roles`: only `generate_roles` and administrators may generate;
 *                                             `daily_credit_limit`: credits a day, 0 for no limit;
 *                                             `low_credits_at`: the balance from which a notice says so, 0 for never.
 */
function altscribe_generating_setting_schemas() {
	$count = array(
		'type'    => 'integer',
		'minimum' => 0,
		'maximum' => 1000000,
	);
	return array(
		'limit_roles'        => array(
			'type'    => 'boolean',
			'default' => false,
		),
		'generate_roles'     => array(
			'type'        => 'array',
			'uniqueItems' => true,
			'items'       => array(
				'type'      => 'string',
				'maxLength' => 100,
			),
			'default'     => array(),
		),
		'daily_credit_limit' => array_merge( $count, array( 'default' => 0 ) ),
		'low_credits_at'     => array_merge( $count, array( 'default' => 20 ) ),
	);
}

/**
 * The roles that may write posts or upload files, without those that may always generate.
 *
 * @return array<array{name: string, label: string}>
 */
function altscribe_list_generating_roles() {
	$roles = array();
	foreach ( wp_roles()->role_objects as $name => $role ) {
		if ( ! $role->has_cap( 'manage_options' ) && ( $role->has_cap( 'edit_posts' ) || $role->has_cap( 'upload_files' ) ) ) {
			$roles[] = array(
				'name'  => $name,
				'label' => translate_user_role( wp_roles()->role_names[ $name ] ),
			);
		}
	}
	return $roles;
}
