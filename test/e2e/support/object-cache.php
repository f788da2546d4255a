<?php
/**
 * A persistent object cache for a test, as WordPress documents it: each entry is a file that all
 * processes share, and each process also keeps the entries that it has read in memory.
 * `deleted.log` lists the deleted entries.
 */

defined( 'ABSPATH' ) || exit;

require_once ABSPATH . WPINC . '/class-wp-object-cache.php';

class Altscribe_Test_Object_Cache extends WP_Object_Cache {
	private $process_only = array( 'counts', 'plugins', 'theme_json' );

	public static function folder() {
		return WP_CONTENT_DIR . '/altscribe-test-cache';
	}

	private function file( $key, $group ) {
		return in_array( $group, $this->process_only, true ) ? null : self::folder() . '/' . md5( "$group $key" );
	}

	private function read( $key, $group ) {
		$file = $this->file( $key, $group );
		// Reads once: another process may replace or delete it.
		$bytes = $file ? @file_get_contents( $file ) : false;
		return false === $bytes ? null : array( unserialize( $bytes ) );
	}

	public function set_process_only( $groups ) {
		$this->process_only = array_merge( $this->process_only, (array) $groups );
	}

	public function get( $key, $group = 'default', $force = false, &$found = null ) {
		$group = $group ? $group : 'default';
		if ( $this->file( $key, $group ) && ( $force || ! $this->_exists( $key, $group ) ) ) {
			$read = $this->read( $key, $group );
			if ( $read ) {
				parent::set( $key, $read[0], $group );
			} else {
				parent::delete( $key, $group );
			}
		}
		return parent::get( $key, $group, false, $found );
	}

	public function set( $key, $data, $group = 'default', $expire = 0 ) {
		$group = $group ? $group : 'default';
		$file  = $this->file( $key, $group );
		if ( $file ) {
			@mkdir( self::folder() );
			$part = $file . uniqid( '.', true );
			file_put_contents( $part, serialize( $data ) );
			rename( $part, $file );
		}
		return parent::set( $key, $data, $group, $expire );
	}

	public function add( $key, $data, $group = 'default', $expire = 0 ) {
		$this->get( $key, $group, true, $found );
		return ! $found && ! wp_suspend_cache_addition() && $this->set( $key, $data, $group, $expire );
	}

	public function replace( $key, $data, $group = 'default', $expire = 0 ) {
		$this->get( $key, $group, true, $found );
		return $found && $this->set( $key, $data, $group, $expire );
	}

	public function delete( $key, $group = 'default', $deprecated = false ) {
		$group = $group ? $group : 'default';
		$file  = $this->file( $key, $group );
		if ( $file ) {
			@mkdir( self::folder() );
			file_put_contents( self::folder() . '/deleted.log', "$group $key\n", FILE_APPEND );
			@unlink( $file );
		}
		return parent::delete( $key, $group );
	}

	public function change( $key, $offset, $group ) {
		$value = (int) $this->get( $key, $group, true, $found );
		$value = max( 0, $value + $offset );
		return $found && $this->set( $key, $value, $group ) ? $value : false;
	}

	public function forget_process() {
		return parent::flush();
	}

	public function flush() {
		array_map( 'unlink', (array) glob( self::folder() . '/*' ) );
		return parent::flush();
	}
}

function wp_cache_init() {
	$GLOBALS['wp_object_cache'] = new Altscribe_Test_Object_Cache();
}

function wp_cache_add( $key, $data, $group = '', $expire = 0 ) {
	return $GLOBALS['wp_object_cache']->add( $key, $data, $group, $expire );
}

function wp_cache_set( $key, $data, $group = '', $expire = 0 ) {
	return $GLOBALS['wp_object_cache']->set( $key, $data, $group, $expire );
}

function wp_cache_replace( $key, $data, $group = '', $expire = 0 ) {
	return $GLOBALS['wp_object_cache']->replace( $key, $data, $group, $expire );
}

function wp_cache_get( $key, $group = '', $force = false, &$found = null ) {
	return $GLOBALS['wp_object_cache']->get( $key, $group, $force, $found );
}

function wp_cache_delete( $key, $group = '' ) {
	return $GLOBALS['wp_object_cache']->delete( $key, $group );
}

function wp_cache_incr( $key, $offset = 1, $group = '' ) {
	return $GLOBALS['wp_object_cache']->change( $key, $offset, $group );
}

function wp_cache_decr( $key, $offset = 1, $group = '' ) {
	return $GLOBALS['wp_object_cache']->change( $key, -$offset, $group );
}

function wp_cache_flush() {
	return $GLOBALS['wp_object_cache']->flush();
}

function wp_cache_flush_runtime() {
	return $GLOBALS['wp_object_cache']->forget_process();
}

function wp_cache_supports( $feature ) {
	return 'flush_runtime' === $feature;
}

function wp_cache_close() {
	return true;
}

function wp_cache_add_global_groups( $groups ) {
	$GLOBALS['wp_object_cache']->add_global_groups( $groups );
}

function wp_cache_add_non_persistent_groups( $groups ) {
	$GLOBALS['wp_object_cache']->set_process_only( $groups );
}

function wp_cache_switch_to_blog( $blog_id ) {
	$GLOBALS['wp_object_cache']->switch_to_blog( $blog_id );
}
