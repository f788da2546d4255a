<?php
/**
 * Helpers for long work in the background.
 *
 * @package Altscribe
 */

namespace Altscribe\Core;

defined( 'ABSPATH' ) || exit;

final class Background {

	/** How long work may run before its lease ends, in seconds. */
	public const SECONDS = 120;

	/**
	 * Frees the memory of posts once one part of many has been read. Only in this process: a persistent cache serves all
	 * requests, and would have to load all of these posts again.
	 *
	 * @param int[] $ids The posts.
	 */
	public static function release_posts( $ids ) {
		if ( ! wp_using_ext_object_cache() ) {
			wp_cache_delete_multiple( $ids, 'posts' );
			wp_cache_delete_multiple( $ids, 'post_meta' );
		} elseif ( wp_cache_supports( 'flush_runtime' ) ) {
			wp_cache_flush_runtime();
		}
	}

	/**
	 * Extends PHP's time limit, if there is one, to the length of a lease from now, and continues if
	 * the browser disconnects.
	 */
	public static function extend_time_limit() {
		ignore_user_abort( true );
		if ( function_exists( 'set_time_limit' ) && (int) ini_get( 'max_execution_time' ) ) {
			// phpcs:ignore WordPress.PHP.NoSilencedErrors, Squiz.PHP.DiscouragedFunctions -- Some hosts forbid it.
			@set_time_limit( self::SECONDS );
		}
	}

	/**
	 * Makes this process read the events again, so the next code that writes them, such as WordPress after each
	 * event of a run, starts from the current ones.
	 */
	public static function forget_cron() {
		if ( wp_using_ext_object_cache() ) {
			// All processes read and write the shared cache, so only this process's copy may be outdated.
			wp_load_alloptions( true );
			wp_cache_get( 'cron', 'options', true );
		} else {
			wp_cache_delete( 'alloptions', 'options' );
			wp_cache_delete( 'cron', 'options' );
		}
	}

	/**
	 * Calls a function on `init`, or now if the plugin was loaded after `init`.
	 *
	 * @param callable $callback Called without arguments.
	 * @param int      $priority Its priority.
	 */
	public static function on_init( $callback, $priority = 10 ) {
		if ( did_action( 'init' ) ) {
			call_user_func( $callback );
		} else {
			add_action( 'init', $callback, $priority );
		}
	}
}
