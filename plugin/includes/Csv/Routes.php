<?php
/**
 * The REST routes of the import.
 *
 * @package Altscribe
 */

namespace Altscribe\Csv;

use Altscribe\Core;
use WP_Error;
use WP_REST_Request;

defined( 'ABSPATH' ) || exit;

final class Routes {

	/** Adds the hooks. */
	public static function add_hooks() {
		add_action( 'rest_api_init', array( self::class, 'register' ) );
	}

	/** Registers the routes. */
	public static function register() {
		Core\Routes::register(
			'/import/preview',
			'POST',
			array( self::class, 'preview' ),
			array( Core\Permissions::class, 'may_run_batches' ),
			array(
				'csv'        => array(
					'type'     => 'string',
					'required' => true,
				),
				'first_line' => array(
					'type'    => 'integer',
					'minimum' => 0,
					'default' => 0,
				),
			)
		);
		Core\Routes::register(
			'/import',
			'POST',
			array( self::class, 'import' ),
			array( Core\Permissions::class, 'may_run_batches' ),
			array(
				'batch_id' => array(
					'type'    => 'integer',
					'minimum' => 0,
					'default' => 0,
				),
				'rows'     => array(
					'type'     => 'array',
					'required' => true,
					'maxItems' => Csv_File::CHUNK,
					'items'    => self::row_schema(),
				),
			)
		);
	}

	/**
	 * The schema of a row that would change something, as in the preview.
	 *
	 * @return array<string, mixed>
	 */
	private static function row_schema() {
		$number = array(
			'type'     => 'integer',
			'minimum'  => 1,
			'required' => true,
		);
		$text   = array(
			'type'     => 'string',
			'required' => true,
		);
		return array(
			'type'       => 'object',
			'properties' => array(
				'line'          => $number,
				'attachment_id' => $number,
				'previous_text' => $text,
				'alt_text'      => $text,
				'decorative'    => array(
					'type'     => 'boolean',
					'required' => true,
				),
			),
		);
	}

	/**
	 * Previews the changes of rows.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array<string, mixed>|WP_Error As Import::preview() returns it.
	 */
	public static function preview( $request ) {
		return Import::preview( $request['csv'], $request['first_line'] );
	}

	/**
	 * Writes rows that the preview listed as changes.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array<string, mixed>|WP_Error As Import::apply_if_permitted() returns it.
	 */
	public static function import( $request ) {
		return Import::apply_if_permitted( $request['rows'], $request['batch_id'] );
	}
}
