/** In the place of `@wordpress/core-data`, which Node.js cannot load: the name of its store. */
export const store = { name: 'core' };
