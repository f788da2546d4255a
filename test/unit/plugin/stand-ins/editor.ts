/** In the place of `@wordpress/editor`, which Node.js cannot load: the name of its store. */
export const store = { name: 'core/editor' };
