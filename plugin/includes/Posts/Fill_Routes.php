<?php
/**
 * The REST routes about posts that show an image.
 *
 * @package Altscribe
 */

namespace Altscribe\Posts;

use Altscribe\Core;

defined( 'ABSPATH' ) || exit;

final class Fill_Routes {

	/** Adds the hooks. */
	public static function add_hooks() {
		/*
		 * The REST routes of the other posts that show an image. The rest of the code is loaded only when one is called.
		 */
		add_action( 'rest_api_init', array( self::class, 'register_posts_routes' ) );
	}

	/** Registers the routes. */
	public static function register_posts_routes() {
		$route = '/attachments/(?P<id>[1-9]\d*)';
		Core\Routes::register(
			"$route/posts",
			'GET',
			array( Places::class, 'rest_list_posts' ),
			array( Core\Permissions::class, 'may_fill_posts' ),
			array(
				'before'   => array(
					'type'    => 'integer',
					'minimum' => 0,
					'default' => 0,
				),
				'per_page' => array(
					'type'    => 'integer',
					'minimum' => 1,
					'maximum' => 100,
					'default' => 20,
				),
			)
		);
		$post_ids = array(
			'type'     => 'array',
			'items'    => array(
				'type'    => 'integer',
				'minimum' => 1,
			),
			'minItems' => 1,
			'maxItems' => 100,
			'required' => true,
		);
		Core\Routes::register( "$route/fill", 'POST', array( Fill::class, 'rest_fill_posts' ), array( Core\Permissions::class, 'may_fill_posts' ), array( 'post_ids' => $post_ids ) );
		Core\Routes::register( "$route/unfill", 'POST', array( Fill::class, 'rest_unfill_posts' ), array( Core\Permissions::class, 'may_fill_posts' ), array( 'post_ids' => $post_ids ) );
	}
}
