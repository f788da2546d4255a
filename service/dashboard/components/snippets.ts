/** Lines for `wp-config.php` that connect the plugin. The key itself is left to be filled in. */
export function wpConfig(address: string, userId: string): string {
  return [
    `define( 'ALTSCRIBE_SERVICE_URL', ${phpString(address)} );`,
    `define( 'ALTSCRIBE_API_KEY', 'alt_…' );`,
    `define( 'ALTSCRIBE_ACCOUNT', ${phpString(userId)} );`,
  ].join('\n');
}

/** A command that asks for plan and credits of a user, which costs nothing. */
export function curl(address: string, userId: string): string {
  return [
    `curl ${shellString(`${address}/v1/get-user-details-api`)} \\`,
    `  -H 'x-api-key: alt_…' -H 'content-type: application/json' \\`,
    `  -d ${shellString(JSON.stringify({ user_id: userId }))}`,
  ].join('\n');
}

/** https://www.php.net/manual/en/language.types.string.php#language.types.string.syntax.single */
function phpString(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}

/** One word of a POSIX shell, in which nothing has a meaning of its own. */
function shellString(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
