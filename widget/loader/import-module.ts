/** The build replaces it with the hash of all files but the loader. */
declare const WIDGET_VERSION: string

/** Imports a file of the build that the loader belongs to. `query` makes its address another one. */
export const importModule = <Module>(origin: string, name: string, query = ''): Promise<Module> =>
  import(`${origin}/widgets/${WIDGET_VERSION}/${name}.js${query}`)
