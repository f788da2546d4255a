<?php
/**
 * The texts of an attachment in its translations.
 *
 * @package Altscribe
 */

namespace Altscribe\Library;

use Altscribe\Core;

defined( 'ABSPATH' ) || exit;

final class Translations {

	/**
	 * The texts of the older translations of an attachment that the user may read. The oldest one is the original; a newer one
	 * with the same text is a copy.
	 *
	 * @param int $attachment_id The attachment.
	 * @return array<int, array{text: string, language: string}> Without empty texts.
	 */
	public static function list_older_texts( $attachment_id ) {
		return self::list_translated_texts( $attachment_id, true );
	}

	/**
	 * The texts of the translations of an attachment.
	 *
	 * @param int  $attachment_id The attachment.
	 * @param bool $only_older    Whether newer ones are left out.
	 * @param bool $is_shown      Whether only those that the user may read count; a check compares with all.
	 * @return array<int, array{text: string, language: string}> Without its own and empty texts.
	 */
	public static function list_translated_texts( $attachment_id, $only_older = false, $is_shown = true ) {
		$texts = array();
		foreach ( Core\Languages::list_translations( $attachment_id ) as $id ) {
			$text = $id < $attachment_id || ( $id > $attachment_id && ! $only_older ) ? Alt_Text::get_clean( $id ) : '';
			if ( '' !== $text && ( ! $is_shown || Core\Permissions::may_read_post( $id ) ) ) {
				$texts[] = array(
					'text'     => $text,
					'language' => Core\Languages::of_post( $id ),
				);
			}
		}
		return $texts;
	}
}
