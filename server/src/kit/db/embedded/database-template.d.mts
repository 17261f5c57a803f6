export function packDatabase(directory: string, archive: string): Promise<void>
export function unpackDatabase(archive: string, directory: string): Promise<void>
