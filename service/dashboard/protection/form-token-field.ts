/** The field that carries the form's token. */
export const formTokenField = 'form_token';
