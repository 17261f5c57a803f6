export const loadFailedText = 'Failed to load. Check your connection and try again.'
export const newVersionText = 'New version available'
