export const logoLimits = { bytes: 1024 * 1024 } as const

/** Supported media types, for the `accept` attribute of a file input. The server checks the content. */
export const logoTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const

export const logoSentences = {
  fileMissing: 'Choose an image to upload',
  fileEmpty: 'The file is empty.',
  fileTooLarge: 'The image is too large (1 MB at most).',
  fileType: 'Use a PNG, JPEG, GIF or WebP image.',
  hint: 'PNG, JPEG, GIF or WebP, up to 1 MB',
  uploadFailed: 'Failed to upload the logo',
  fileUnknown: 'This image is no longer available. Please upload it again.',
  fileUnreadable: "The image can't be loaded right now. Please try again.",
} as const

/** The address of an uploaded logo, relative to the origin of the console and of the widget. */
export function toWidgetFilePath(fileId: string): string {
  return `/widget-files/${fileId}`
}

/** The id of the uploaded logo at this address; null for the address of any other image. */
export function getWidgetFileId(url: string): string | null {
  return /^\/widget-files\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(url)?.[1] ?? null
}
