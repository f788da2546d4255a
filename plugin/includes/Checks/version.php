<?php
/**
 * The version of the checks. With another one, texts are checked again.
 * Generated from shared/ by "npm run rules": make changes there.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

return '1067502b4f2a';
