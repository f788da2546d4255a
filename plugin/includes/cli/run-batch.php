<?php
/**
 * Works on the queue until there is nothing left to do.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** Seconds between two looks at the queue while there is something to wait for. */
const ALTSCRIBE_CLI_POLL_SECONDS = 2;

/** Images after which what WordPress remembers of them is forgotten, so that memory stays flat. */
const ALTSCRIBE_CLI_CHUNK = 50;

/**
 * Works on a batch until it is over or halts, with a progress bar.
 *
 * @param int    $batch_id The batch.
 * @param string $format   `table`, or a format for programs, which get no progress bar.
 * @return array<string, mixed> As altscribe_get_batch() returns it.
 */
function altscribe_cli_run_batch( $batch_id, $format ) {
	$batch = altscribe_get_batch( $batch_id );
	$bar   = 'table' === $format ? WP_CLI\Utils\make_progress_bar( __( 'Generating alt text', 'altscribe' ), $batch['total'] ) : null;
	$done  = 0;
	while ( 'running' === $batch['state'] ) {
		$worked = altscribe_work_on_queue( ALTSCRIBE_GENERATE_TIMEOUT, 1, $batch_id );
		$batch  = altscribe_get_batch( $batch_id );
		$before = $done;
		$done   = $batch['total'] - $batch['counts']['waiting'] - $batch['counts']['running'];
		if ( $bar ) {
			$bar->tick( $done - $before );
		}
		if ( intdiv( $done, ALTSCRIBE_CLI_CHUNK ) !== intdiv( $before, ALTSCRIBE_CLI_CHUNK ) ) {
			WP_CLI\Utils\wp_clear_object_cache();
		}
		if ( ! $worked['attachment_ids'] && 'running' === $batch['state'] ) {
			altscribe_cli_wait( $batch['retry_after'], $format );
		}
	}
	if ( $bar ) {
		$bar->finish();
	}
	return $batch;
}

/**
 * Waits: for the service, or for a page or WP-Cron, which have the rest in hand.
 *
 * @param int|null $retry_after Seconds that the service wants; null if it is not the service.
 * @param string   $format      `table`, or a format for programs.
 */
function altscribe_cli_wait( $retry_after, $format ) {
	if ( $retry_after ) {
		/* translators: %s: number of seconds. */
		altscribe_cli_say( sprintf( _n( 'Waiting %s second for the service.', 'Waiting %s seconds for the service.', $retry_after, 'altscribe' ), number_format_i18n( $retry_after ) ), $format );
	}
	sleep( $retry_after ? $retry_after : ALTSCRIBE_CLI_POLL_SECONDS );
}

/**
 * Says how a batch ended, and ends the command with the exit code for it.
 *
 * @param array<string, mixed> $batch  As altscribe_get_batch() returns it.
 * @param string               $format `table`, or a format for programs.
 */
function altscribe_cli_end_batch( $batch, $format ) {
	$counts = $batch['counts'];
	altscribe_cli_say( altscribe_cli_describe_counts( $counts ), $format );
	if ( $counts['suggested'] ) {
		/* translators: %s: URL. */
		altscribe_cli_say( sprintf( __( 'Look at what is suggested: %s', 'altscribe' ), admin_url( 'upload.php?page=altscribe-media' ) ), $format );
	}
	$is_whole = 'finished' === $batch['state'] && ! $counts['failed'];
	if ( $batch['reason'] ) {
		WP_CLI::error( $batch['reason']['message'], false );
		altscribe_cli_say( __( 'What is left waits in the queue. Once this is solved, go on with: wp altscribe queue run', 'altscribe' ), $format );
	}
	if ( ! $is_whole ) {
		WP_CLI::halt( $counts['written'] + $counts['suggested'] > 0 ? ALTSCRIBE_CLI_PARTIAL : 1 );
	}
}

/**
 * How many images came to which state.
 *
 * @param array<string, int> $counts By state.
 * @return string Such as `3 written, 1 failed`.
 */
function altscribe_cli_describe_counts( $counts ) {
	$labels = array(
		'written'   => __( 'written', 'altscribe' ),
		'suggested' => __( 'suggested', 'altscribe' ),
		'skipped'   => __( 'skipped', 'altscribe' ),
		'failed'    => __( 'failed', 'altscribe' ),
		'waiting'   => __( 'waiting', 'altscribe' ),
	);
	$parts  = array();
	foreach ( array_intersect_key( $labels, array_filter( $counts ) ) as $state => $label ) {
		$parts[] = number_format_i18n( $counts[ $state ] ) . ' ' . $label;
	}
	return implode( ', ', $parts );
}
