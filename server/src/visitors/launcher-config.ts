import type { LauncherConfig, PublicConfig } from '@aichat/contracts/chat/visitors'
import { type Language, launcherLabels } from '@aichat/contracts/kit/languages'

/** What the loader needs of a config, with the labels of one language. English ones are part of the loader. */
export function toLauncherConfig(
  { config, hours }: Pick<PublicConfig, 'config' | 'hours'>,
  language: Language,
  widgetUrl: string | null,
): LauncherConfig {
  const { chatName, primaryColor, fontColor, headerTextColor } = config.brand
  return {
    config: {
      brand: { chatName, primaryColor, fontColor, ...(headerTextColor ? { headerTextColor } : {}) },
      // Only the tooltip shows it.
      greetings: { firstVisit: config.behavior.showTooltip ? config.greetings.firstVisit : '' },
      icon: config.icon,
      behavior: config.behavior,
    },
    hours: hours?.outsideHours === 'hide' ? hours : null,
    ...(widgetUrl ? { widgetOrigin: new URL(widgetUrl).origin } : {}),
    ...(language === 'en' ? {} : { words: launcherLabels[language] }),
  }
}
