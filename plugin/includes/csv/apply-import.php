<?php
/**
 * Writes what an import would change, as a batch that can be undone.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Writes the texts and marks of an import. A text that was changed since the file was read is left alone.
 *
 * @param array<int, array<string, mixed>> $rows     `rows` of altscribe_read_import().
 * @param int                              $batch_id The batch of the rows before, if the file comes in parts; 0 starts one.
 * @return array{batch_id: int, written: int, errors: array<int, array{line: int, message: string}>}|WP_Error
 */
function altscribe_apply_import( $rows, $batch_id = 0 ) {
	return new WP_Error( 'altscribe_not_ready', 'Import waits for the queue.' );
}
