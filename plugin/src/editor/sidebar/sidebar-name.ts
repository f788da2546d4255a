/** Name of the plugin, as it is registered with the editor. */
export const pluginName = 'altscribe';

/** Name of the sidebar within the plugin. */
export const sidebarName = 'altscribe-sidebar';

/** Name of the sidebar within the editor. */
export const sidebarArea = `${pluginName}/${sidebarName}`;
