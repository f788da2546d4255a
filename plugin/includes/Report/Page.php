<?php
/**
 * Tools > Alt text report.
 *
 * @package Altscribe
 */

namespace Altscribe\Report;

use Altscribe\Checks;
use Altscribe\Core;
use Altscribe\Csv;
use Altscribe\Library;
use WP_Error;
use WP_REST_Request;

defined( 'ABSPATH' ) || exit;

final class Page {

	/** Adds the hooks. */
	public static function add_hooks() {
		add_action( 'admin_menu', array( self::class, 'add' ) );
		add_action( 'admin_enqueue_scripts', array( self::class, 'enqueue_style' ) );
		add_action( 'admin_post_altscribe_report', array( self::class, 'download' ) );
		add_action( 'rest_api_init', array( self::class, 'register_route' ) );
	}

	/** Adds the page to the menu, for users who may see it. */
	public static function add() {
		if ( Core\Permissions::may_see_report() ) {
			$title = __( 'Alt text report', 'altscribe' );
			add_management_page( $title, $title, 'edit_others_posts', 'altscribe-report', array( self::class, 'render' ) );
		}
	}

	/**
	 * Loads the style of the page, on this page only.
	 *
	 * @param string $hook_suffix Name of the screen.
	 */
	public static function enqueue_style( $hook_suffix ) {
		if ( 'tools_page_altscribe-report' === $hook_suffix ) {
			wp_enqueue_style( 'altscribe-report', plugins_url( 'report.css', __FILE__ ), array(), ALTSCRIBE_VERSION );
		}
	}

	/** Registers the route. */
	public static function register_route() {
		$day = array(
			'type'    => 'string',
			'default' => '',
		);
		Core\Routes::register(
			'/report',
			'GET',
			array( self::class, 'respond' ),
			array( Core\Permissions::class, 'may_see_report' ),
			array(
				'from' => $day,
				'to'   => $day,
			)
		);
	}

	/**
	 * Responds with the report.
	 *
	 * @param WP_REST_Request $request With `from` and `to`.
	 * @return array<string, mixed>|WP_Error
	 */
	public static function respond( $request ) {
		return Report::get( $request['from'], $request['to'] );
	}

	/**
	 * The period in the URL.
	 *
	 * @return array{from: string, to: string} '' for none.
	 */
	private static function read_period() {
		// phpcs:ignore WordPress.Security.NonceVerification -- Only shows numbers.
		$days = array_filter( wp_array_slice_assoc( wp_unslash( $_GET ), array( 'from', 'to' ) ), 'is_string' );
		return array_map( 'sanitize_text_field', $days ) + array(
			'from' => '',
			'to'   => '',
		);
	}

	/** Sends the report as a file: CSV, or JSON as in the response of the REST route. */
	public static function download() {
		check_admin_referer( 'altscribe_report' );
		if ( ! Core\Permissions::may_see_report() ) {
			wp_die( esc_html__( 'Sorry, you are not allowed to see the alt text report.', 'altscribe' ), 403 );
		}
		$period = self::read_period();
		$report = Report::get( $period['from'], $period['to'] );
		if ( is_wp_error( $report ) ) {
			wp_die( esc_html( $report->get_error_message() ), 400 );
		}
		$format = isset( $_GET['format'] ) && 'json' === $_GET['format'] ? 'json' : 'csv';
		Core\Screens::start_download( 'alt-text-report', $format );
		self::write( $report, $format );
		exit;
	}

	/**
	 * Writes the report as a file.
	 *
	 * @param array<string, mixed> $report From Report::get().
	 * @param string               $format `csv` or `json`.
	 */
	private static function write( $report, $format ) {
		if ( 'json' === $format ) {
			echo wp_json_encode( $report, JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE );
			return;
		}
		// phpcs:disable WordPress.WP.AlternativeFunctions -- A stream.
		$handle = fopen( 'php://output', 'wb' );
		fwrite( $handle, Csv\Csv_File::BYTE_ORDER_MARK );
		// phpcs:enable
		Csv\Csv_File::write_row( $handle, Report::row_columns() );
		foreach ( Report::list_rows( $report ) as $row ) {
			Csv\Csv_File::write_row( $handle, array_values( $row ) );
		}
	}

	/**
	 * The names of the counts.
	 *
	 * @return array<string, string> By column of the report.
	 */
	private static function labels() {
		return array(
			'images'           => __( 'Images', 'altscribe' ),
			'with_text'        => __( 'With text', 'altscribe' ),
			'decorative'       => __( 'Decorative', 'altscribe' ),
			'suggested'        => __( 'Suggested', 'altscribe' ),
			'missing'          => __( 'Missing', 'altscribe' ),
			'generated_read'   => __( 'Written by AI, checked', 'altscribe' ),
			'generated_unread' => __( 'Written by AI, not checked', 'altscribe' ),
		);
	}

	/** Prints the page. */
	public static function render() {
		$period = self::read_period();
		$report = Report::get( $period['from'], $period['to'] );
		$error  = is_wp_error( $report ) ? $report->get_error_message() : '';
		$report = is_wp_error( $report ) ? Report::get() : $report;
		echo '<div class="wrap altscribe-report">';
		self::print_patterns();
		self::print_heading( $report );
		self::print_notices( $error, $report['reading'] );
		self::print_form( $period );
		self::print_title( $report );
		self::print_content( $report );
		self::print_library( $report['library'] );
		self::print_method();
		echo '</div>';
	}

	/**
	 * Prints the heading and the buttons.
	 *
	 * @param array<string, mixed> $report From Report::get().
	 */
	private static function print_heading( $report ) {
		$url = add_query_arg(
			array(
				'action'   => 'altscribe_report',
				'_wpnonce' => wp_create_nonce( 'altscribe_report' ),
			) + array_filter( wp_array_slice_assoc( $report, array( 'from', 'to' ) ) ),
			admin_url( 'admin-post.php' )
		);
		?>
		<h1 class="wp-heading-inline"><?php esc_html_e( 'Alt text report', 'altscribe' ); ?></h1>
		<a class="page-title-action" href="<?php echo esc_url( $url . '&format=csv' ); ?>"><?php esc_html_e( 'Download CSV', 'altscribe' ); ?></a>
		<a class="page-title-action" href="<?php echo esc_url( $url . '&format=json' ); ?>"><?php esc_html_e( 'Download JSON', 'altscribe' ); ?></a>
		<button type="button" class="page-title-action hide-if-no-js" onclick="print()"><?php esc_html_e( 'Print', 'altscribe' ); ?></button>
		<hr class="wp-header-end">
		<?php
	}

	/**
	 * Prints the scope of the report, and when it was made.
	 *
	 * @param array<string, mixed> $report From Report::get().
	 */
	private static function print_title( $report ) {
		?>
		<p class="altscribe-report__title">
			<strong><?php echo esc_html( html_entity_decode( get_bloginfo( 'name' ), ENT_QUOTES, 'UTF-8' ) ); ?></strong> · <?php echo esc_html( home_url() ); ?><br>
			<?php
			/* translators: 1: a period, such as "All time", 2: a date and time. */
			echo esc_html( sprintf( __( '%1$s, counted on %2$s', 'altscribe' ), self::describe_period( $report ), wp_date( get_option( 'date_format' ) . ' ' . get_option( 'time_format' ) ) ) );
			?>
		</p>
		<?php
	}

	/**
	 * Prints the numbers about published content, or that there is none.
	 *
	 * @param array<string, mixed> $report From Report::get().
	 */
	private static function print_content( $report ) {
		if ( $report['images'] ) {
			self::print_total( $report );
			self::print_table( 'type', __( 'By post type', 'altscribe' ), __( 'Post type', 'altscribe' ), $report['by_type'] );
			self::print_table( 'author', __( 'By author', 'altscribe' ), __( 'Post author', 'altscribe' ), $report['by_author'] );
			self::print_table( 'month', __( 'By month of publication', 'altscribe' ), __( 'Month', 'altscribe' ), $report['by_month'] );
			self::print_findings( $report );
		} elseif ( null === $report['reading'] ) {
			$sentence = $report['from'] . $report['to'] ? __( 'No images in content published in this period.', 'altscribe' ) : __( 'No images in published content yet.', 'altscribe' );
			printf( '<p>%s</p>', esc_html( $sentence ) );
		}
	}

	/**
	 * Prints notices that readers have to see first.
	 *
	 * @param string   $error   What is wrong with the period; '' for nothing.
	 * @param int|null $reading From Report::get().
	 */
	private static function print_notices( $error, $reading ) {
		if ( '' !== $error ) {
			/* translators: %s: what is wrong with the chosen period. */
			wp_admin_notice( esc_html( sprintf( __( '%s The report below is for all time.', 'altscribe' ), $error ) ), array( 'type' => 'error' ) );
		}
		if ( null !== $reading ) {
			wp_admin_notice(
				/* translators: %s: a number. */
				esc_html( sprintf( __( 'Altscribe is still reading the posts (%s%%), so these numbers are too low. Counting continues in the background.', 'altscribe' ), number_format_i18n( $reading ) ) )
					. sprintf( ' <a href="">%s</a>', esc_html__( 'Refresh the numbers', 'altscribe' ) ),
				array( 'type' => 'info' )
			);
		}
	}

	/**
	 * Prints the form for the period.
	 *
	 * @param array<string, string> $period From self::read_period().
	 */
	private static function print_form( $period ) {
		$today  = current_datetime();
		$starts = array(
			'all'   => array( __( 'All time', 'altscribe' ), '' ),
			'month' => array( __( 'This month', 'altscribe' ), $today->format( 'Y-m-01' ) ),
			'year'  => array( __( 'This year', 'altscribe' ), $today->format( 'Y-01-01' ) ),
		);
		?>
		<form method="get" class="altscribe-report__period">
			<input type="hidden" name="page" value="altscribe-report">
			<fieldset>
				<legend><?php esc_html_e( 'Published', 'altscribe' ); ?></legend>
				<label><?php esc_html_e( 'From', 'altscribe' ); ?> <input type="date" name="from" value="<?php echo esc_attr( $period['from'] ); ?>"></label>
				<label><?php esc_html_e( 'To', 'altscribe' ); ?> <input type="date" name="to" value="<?php echo esc_attr( $period['to'] ); ?>"></label>
				<?php submit_button( __( 'Show', 'altscribe' ), 'secondary', '', false ); ?>
			</fieldset>
			<ul class="subsubsub">
				<?php
				foreach ( $starts as $start ) {
					$is_current = '' === $period['to'] && $period['from'] === $start[1];
					printf(
						'<li><a href="%s"%s>%s</a></li>',
						esc_url( add_query_arg( array_filter( array( 'from' => $start[1] ) ), admin_url( 'tools.php?page=altscribe-report' ) ) ),
						$is_current ? ' class="current" aria-current="page"' : '',
						esc_html( $start[0] )
					);
				}
				?>
			</ul>
		</form>
		<?php
	}

	/**
	 * The period in words.
	 *
	 * @param array<string, mixed> $report With `from` and `to`.
	 * @return string
	 */
	private static function describe_period( $report ) {
		$days = array();
		foreach ( array( 'from', 'to' ) as $name ) {
			$days[] = '' === $report[ $name ] ? '' : mysql2date( get_option( 'date_format' ), $report[ $name ] );
		}
		if ( '' === $days[0] . $days[1] ) {
			return __( 'All time', 'altscribe' );
		}
		if ( '' === $days[1] ) {
			/* translators: %s: a date. */
			return sprintf( __( 'Published since %s', 'altscribe' ), $days[0] );
		}
		/* translators: %s: a date. */
		return '' === $days[0] ? sprintf( __( 'Published until %s', 'altscribe' ), $days[1] ) : sprintf( __( 'Published from %1$s to %2$s', 'altscribe' ), $days[0], $days[1] );
	}

	/**
	 * Prints the totals, as a chart whose key is the list of its numbers.
	 *
	 * @param array<string, mixed> $report From Report::get().
	 */
	private static function print_total( $report ) {
		$labels = array(
			'generated_read'   => __( 'of these: written by AI, checked', 'altscribe' ),
			'generated_unread' => __( 'of these: written by AI, not checked', 'altscribe' ),
		) + self::labels();
		?>
		<h2>
			<?php
			/* translators: 1: number of images, 2: number of posts, pages and other items. */
			$sentence = _n( '%1$s image in %2$s published items', '%1$s images in %2$s published items', $report['images'], 'altscribe' );
			/* translators: 1: number of images. */
			$sentence = 1 === $report['posts'] ? _n( '%1$s image in 1 published item', '%1$s images in 1 published item', $report['images'], 'altscribe' ) : $sentence;
			echo esc_html( sprintf( $sentence, number_format_i18n( $report['images'] ), number_format_i18n( $report['posts'] ) ) );
			?>
		</h2>
		<?php self::print_bar( $report, $report['images'] ); ?>
		<dl class="altscribe-report__total">
			<?php
			foreach ( array( 'with_text', 'generated_read', 'generated_unread', 'decorative', 'suggested', 'missing' ) as $column ) {
				echo '<div>';
				// Generated texts that were read have no segment of their own: they count like any other text.
				if ( 'generated_read' !== $column ) {
					printf( '<svg width="16" height="16" aria-hidden="true"><rect class="altscribe-report__%1$s" fill="url(#altscribe-report-%1$s)" x="1" y="1" width="14" height="14" /></svg>', esc_attr( $column ) );
				}
				printf(
					'<dt>%s</dt><dd>%s <span>%s</span></dd></div>',
					esc_html( $labels[ $column ] ),
					esc_html( number_format_i18n( $report[ $column ] ) ),
					esc_html( self::format_share( $report[ $column ], $report['images'] ) )
				);
			}
			?>
		</dl>
		<?php
	}

	/**
	 * A share in percent. "0%" and "100%" only if that is exact.
	 *
	 * @param int $number A number.
	 * @param int $all    Of how many, not 0.
	 * @return string
	 */
	private static function format_share( $number, $all ) {
		$percent = min( $number < $all ? 99 : 100, max( $number > 0 ? 1 : 0, (int) round( 100 * $number / $all ) ) );
		/* translators: %s: a number. */
		return sprintf( __( '%s%%', 'altscribe' ), number_format_i18n( $percent ) );
	}

	/**
	 * Prints a bar of the chart. The numbers beside it are for screen readers.
	 *
	 * @param array<string, mixed> $counts By column.
	 * @param int                  $all    The number of images that fills the width.
	 */
	private static function print_bar( $counts, $all ) {
		$parts = array(
			'with_text'        => $counts['with_text'] - $counts['generated_unread'],
			'generated_unread' => $counts['generated_unread'],
			'decorative'       => $counts['decorative'],
			'suggested'        => $counts['suggested'],
			'missing'          => $counts['missing'],
		);
		$at    = 0.0;
		echo '<svg class="altscribe-report__bar" width="100%" height="16" aria-hidden="true">';
		foreach ( array_filter( $parts ) as $column => $number ) {
			$width = 100 * $number / max( 1, $all );
			printf( '<rect class="altscribe-report__%1$s" fill="url(#altscribe-report-%1$s)" x="%2$.3F%%" y="1" width="%3$.3F%%" height="14" />', esc_attr( $column ), (float) $at, (float) $width );
			$at += $width;
		}
		echo '</svg>';
	}

	/**
	 * Prints a chart with its table: each row has a bar below its name.
	 *
	 * @param string                      $id    `type`, `author` or `month`.
	 * @param string                      $title The heading.
	 * @param string                      $name  The heading of the first column.
	 * @param array<array<string, mixed>> $rows  From Report::get().
	 */
	private static function print_table( $id, $title, $name, $rows ) {
		$labels  = self::labels();
		$largest = max( wp_list_pluck( $rows, 'images' ) );
		printf( '<h2 id="altscribe-report-%1$s">%2$s</h2><div class="altscribe-report__scroll" role="region" aria-labelledby="altscribe-report-%1$s" tabindex="0"><table class="widefat striped" aria-labelledby="altscribe-report-%1$s"><thead><tr><th scope="col">%3$s</th>', esc_attr( $id ), esc_html( $title ), esc_html( $name ) );
		foreach ( $labels as $label ) {
			printf( '<th scope="col" class="num">%s</th>', esc_html( $label ) );
		}
		echo '</tr></thead><tbody>';
		foreach ( $rows as $row ) {
			printf( '<tr><th scope="row">%s', esc_html( $row['name'] ) );
			self::print_bar( $row, $largest );
			echo '</th>';
			foreach ( array_keys( $labels ) as $column ) {
				printf( '<td class="num">%s</td>', esc_html( number_format_i18n( $row[ $column ] ) ) );
			}
			echo '</tr>';
		}
		echo '</tbody></table></div>';
	}

	/**
	 * Prints the findings.
	 *
	 * @param array<string, mixed> $report From Report::get().
	 */
	private static function print_findings( $report ) {
		printf( '<h2 id="altscribe-report-findings">%s</h2>', esc_html__( 'Problems', 'altscribe' ) );
		$findings = (array) $report['findings'];
		if ( ! $findings ) {
			printf( '<p>%s</p>', esc_html__( 'No problems found in these texts.', 'altscribe' ) );
			return;
		}
		$hints = Checks\Text_Checks::rules()['hints'];
		printf( '<table class="widefat striped altscribe-report__list" aria-labelledby="altscribe-report-findings"><thead><tr><th scope="col">%s</th><th scope="col" class="num">%s</th></tr></thead><tbody>', esc_html__( 'Problem', 'altscribe' ), esc_html__( 'Images', 'altscribe' ) );
		foreach ( $findings as $code => $number ) {
			/* translators: %s: what may be better in an alt text: "only one word". */
			$name = isset( $hints[ $code ] ) ? sprintf( __( 'Hint: %s', 'altscribe' ), Library\Findings::finding_name( $code ) ) : Library\Findings::finding_name( $code );
			printf( '<tr><th scope="row">%s</th><td class="num">%s</td></tr>', esc_html( 'linked-without-text' === $code ? __( 'link without text', 'altscribe' ) : $name ), esc_html( number_format_i18n( $number ) ) );
		}
		echo '</tbody></table>';
	}

	/**
	 * Prints the totals of the media library.
	 *
	 * @param array<string, int> $counts From Library\Counts::cached_counts().
	 */
	private static function print_library( $counts ) {
		$labels = self::labels();
		$rows   = array(
			$labels['images']                  => $counts['images'],
			$labels['missing']                 => $counts['missing'],
			$labels['suggested']               => $counts['suggested'],
			$labels['decorative']              => $counts['decorative'],
			$labels['generated_unread']        => $counts['unread'],
			__( 'With problems', 'altscribe' ) => $counts['check'],
		);
		printf( '<h2 id="altscribe-report-library">%s</h2><p>%s</p>', esc_html__( 'The media library, for comparison', 'altscribe' ), esc_html__( 'The same numbers as on the dashboard and under Media > Alt text: each image counts once, used or not, with its text in the library. The period does not change them.', 'altscribe' ) );
		echo '<table class="widefat striped altscribe-report__list" aria-labelledby="altscribe-report-library"><tbody>';
		foreach ( $rows as $label => $number ) {
			printf( '<tr><th scope="row">%s</th><td class="num">%s</td></tr>', esc_html( $label ), esc_html( number_format_i18n( $number ) ) );
		}
		echo '</tbody></table>';
	}

	/** Prints how the report counts. */
	private static function print_method() {
		$lines = array(
			__( 'This report counts the images in published posts, pages, products and other content, in their synced patterns, and in the templates of the active theme. Drafts and private or password-protected content are left out.', 'altscribe' ),
			__( 'An image in three posts counts three times, because each place can have its own text. A synced pattern or a template counts once, however many pages use it.', 'altscribe' ),
			__( 'Images in blocks and HTML count with their text in the post. Featured images, product images and galleries that use the media library count with their text there.', 'altscribe' ),
			__( '“Decorative” images are marked as decorative in the post, or in the media library if their text comes from there. “Missing” means no text and no such mark; “Suggested”, that a text waits for a decision. In HTML, both have an empty alt attribute, so Altscribe goes by the mark.', 'altscribe' ),
			__( 'Texts “written by AI” were generated by Altscribe and have not changed since. They are also part of “With text”. “Checked” means that a person has accepted the text. A text that a person has edited counts as theirs. Texts without such a record, such as those of earlier versions, are in neither column.', 'altscribe' ),
			__( 'A text can have several problems. Each post counts for its author and for the month it was published, even if its images changed later.', 'altscribe' ),
			__( 'The report leaves out backgrounds, widgets, images that the theme or a plugin adds when a page is shown, and images whose text comes from elsewhere, such as a custom field.', 'altscribe' ),
			__( 'A change counts as soon as it is saved. Changes that bypass WordPress are found within a week, or with “wp altscribe find-uses”.', 'altscribe' ),
		);
		printf( '<details class="altscribe-report__method"><summary><h2>%s</h2></summary><ul class="ul-disc">', esc_html__( 'How this is counted', 'altscribe' ) );
		foreach ( $lines as $line ) {
			printf( '<li>%s</li>', esc_html( $line ) );
		}
		echo '</ul></details>';
	}

	/** Prints the patterns of the chart, whose parts differ in more than their colour. */
	private static function print_patterns() {
		?>
		<svg width="0" height="0" aria-hidden="true" style="position:absolute">
			<pattern id="altscribe-report-with_text" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6" fill="#2271b1" stroke="none" /></pattern>
			<pattern id="altscribe-report-generated_unread" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" fill="#fff" stroke="none" /><rect width="2.5" height="6" fill="#2271b1" stroke="none" /></pattern>
			<pattern id="altscribe-report-decorative" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6" fill="#fff" stroke="none" /><circle cx="3" cy="3" r="1.5" fill="#646970" /></pattern>
			<pattern id="altscribe-report-suggested" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><rect width="6" height="6" fill="#fff" stroke="none" /><rect width="1.5" height="6" fill="#8c5e00" stroke="none" /></pattern>
			<pattern id="altscribe-report-missing" width="6" height="4" patternUnits="userSpaceOnUse"><rect width="6" height="4" fill="#fff" stroke="none" /><rect width="6" height="2" fill="#d63638" stroke="none" /></pattern>
		</svg>
		<?php
	}
}
