/** The name under which robots.txt and robots meta tags address this program. */
export const robotName = 'AIChatPlatform'
