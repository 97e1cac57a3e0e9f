import type { Service } from '../../../contract/common/inspection-report.ts';

/** Code of other companies that apps carry, and their servers. */
export interface KnownService {
  name: string;
  kind: Service['kind'];
  /** Beginnings of Java class names, made of whole parts. */
  classes: readonly string[];
  /** Names of iOS frameworks. */
  frameworks: readonly string[];
  /** Hosts, including those below them. */
  hosts: readonly string[];
  /** Where its maker documents these names. */
  source: string;
}

const service = (
  name: string,
  kind: KnownService['kind'],
  source: string,
  [classes, frameworks, hosts]: readonly [string, string, string],
): KnownService => ({
  name,
  kind,
  source,
  classes: classes.split(' ').filter(Boolean),
  frameworks: frameworks.split(' ').filter(Boolean),
  hosts: hosts.split(' ').filter(Boolean),
});

/**
 * Our own table, gathered from what makers say about their kits: the packages and frameworks that an app adds, and the
 * hosts with which it then communicates. `docs/inspections.md` says how to add one.
 */
export const knownServices: readonly KnownService[] = [
  service('Google AdMob', 'ads', 'https://developers.google.com/admob', [
    'com.google.android.gms.ads com.google.ads com.google.android.ads',
    'GoogleMobileAds',
    'doubleclick.net googlesyndication.com googleadservices.com',
  ]),
  service('Meta Audience Network', 'ads', 'https://developers.facebook.com/docs/audience-network', [
    'com.facebook.ads',
    'FBAudienceNetwork',
    '',
  ]),
  service('AppLovin', 'ads', 'https://developers.applovin.com', [
    'com.applovin',
    'AppLovinSDK',
    'applovin.com',
  ]),
  service('Unity Ads', 'ads', 'https://docs.unity.com/ads', [
    'com.unity3d.ads com.unity3d.services.ads',
    'UnityAds',
    'unityads.unity3d.com',
  ]),
  service('ironSource', 'ads', 'https://developers.is.com', ['com.ironsource', 'IronSource', 'ironsrc.com']),
  service('Vungle', 'ads', 'https://support.vungle.com', [
    'com.vungle',
    'VungleAdsSDK VungleSDK',
    'vungle.com',
  ]),
  service('Chartboost', 'ads', 'https://docs.chartboost.com', [
    'com.chartboost',
    'ChartboostSDK',
    'chartboost.com',
  ]),
  service('InMobi', 'ads', 'https://support.inmobi.com', ['com.inmobi', 'InMobiSDK', 'inmobi.com']),
  service('Tapjoy', 'ads', 'https://dev.tapjoy.com', ['com.tapjoy', 'Tapjoy', 'tapjoy.com tapjoyads.com']),
  service('Pangle', 'ads', 'https://www.pangleglobal.com', [
    'com.bytedance.sdk.openadsdk',
    'PAGAdSDK BUAdSDK',
    'pangle.io',
  ]),
  service('Start.io', 'ads', 'https://support.start.io', [
    'com.startapp',
    'StartApp',
    'startappservice.com startappexchange.com',
  ]),
  service('Mintegral', 'ads', 'https://dev.mintegral.com', ['com.mbridge com.mintegral', 'MTGSDK', '']),
  service('Criteo', 'ads', 'https://publisherdocs.criteotilt.com', [
    'com.criteo.publisher',
    'CriteoPublisherSdk',
    'criteo.com criteo.net',
  ]),
  service('Amazon Publisher Services', 'ads', 'https://aps.amazon.com', [
    'com.amazon.device.ads com.amazon.aps',
    'DTBiOSSDK',
    'amazon-adsystem.com',
  ]),
  service('Google Firebase Analytics', 'analytics', 'https://firebase.google.com/docs/analytics', [
    'com.google.firebase.analytics com.google.android.gms.measurement',
    'FirebaseAnalytics GoogleAppMeasurement',
    'app-measurement.com',
  ]),
  service('Google Analytics', 'analytics', 'https://developers.google.com/analytics', [
    'com.google.android.gms.analytics com.google.analytics com.google.android.apps.analytics',
    'GoogleAnalytics',
    'google-analytics.com',
  ]),
  service('Meta App Events', 'analytics', 'https://developers.facebook.com/docs/app-events', [
    'com.facebook.appevents',
    'FBSDKCoreKit',
    'graph.facebook.com',
  ]),
  service('Amplitude', 'analytics', 'https://amplitude.com/docs', [
    'com.amplitude',
    'Amplitude AmplitudeSwift',
    'amplitude.com',
  ]),
  service('Mixpanel', 'analytics', 'https://docs.mixpanel.com', ['com.mixpanel', 'Mixpanel', 'mixpanel.com']),
  service('Segment', 'analytics', 'https://segment.com/docs', [
    'com.segment.analytics com.segment.analytics.kotlin',
    'Segment SegmentAnalytics',
    'segment.io segment.com',
  ]),
  service('Flurry', 'analytics', 'https://developer.yahoo.com/flurry', [
    'com.flurry',
    'Flurry_iOS_SDK',
    'flurry.com',
  ]),
  service('Yandex AppMetrica', 'analytics', 'https://appmetrica.io/docs', [
    'com.yandex.metrica io.appmetrica.analytics',
    'YandexMobileMetrica AppMetricaCore',
    'appmetrica.yandex.net appmetrica.io',
  ]),
  service('comScore', 'analytics', 'https://www.comscore.com', [
    'com.comscore',
    'ComScore',
    'scorecardresearch.com',
  ]),
  service('Localytics', 'analytics', 'https://docs.localytics.com', [
    'com.localytics',
    'Localytics',
    'localytics.com',
  ]),
  service('PostHog', 'analytics', 'https://posthog.com/docs', ['com.posthog', 'PostHog', 'posthog.com']),
  service('Matomo', 'analytics', 'https://github.com/matomo-org/matomo-sdk-android', [
    'org.matomo.sdk org.piwik.sdk',
    'MatomoTracker',
    '',
  ]),
  service('Countly', 'analytics', 'https://support.countly.com', ['ly.count.android', 'Countly', 'count.ly']),
  service('Microsoft App Center Analytics', 'analytics', 'https://learn.microsoft.com/appcenter', [
    'com.microsoft.appcenter.analytics',
    'AppCenterAnalytics',
    'in.appcenter.ms',
  ]),
  service('Microsoft Clarity', 'analytics', 'https://learn.microsoft.com/clarity', [
    'com.microsoft.clarity',
    'Clarity',
    'clarity.ms',
  ]),
  service('Adobe Experience Cloud', 'analytics', 'https://developer.adobe.com/client-sdks', [
    'com.adobe.marketing.mobile com.adobe.mobile',
    'AEPCore AEPAnalytics ACPCore',
    'omtrdc.net demdex.net',
  ]),
  service('New Relic', 'analytics', 'https://docs.newrelic.com', ['com.newrelic', 'NewRelic', 'nr-data.net']),
  service('Datadog', 'analytics', 'https://docs.datadoghq.com', [
    'com.datadog.android',
    'DatadogCore DatadogRUM',
    'datadoghq.com datadoghq.eu',
  ]),
  service('Umeng', 'analytics', 'https://developer.umeng.com', [
    'com.umeng',
    'UMCommon UMMobClick',
    'umeng.com',
  ]),
  service('AppsFlyer', 'attribution', 'https://dev.appsflyer.com', [
    'com.appsflyer',
    'AppsFlyerLib',
    'appsflyer.com appsflyersdk.com',
  ]),
  service('Adjust', 'attribution', 'https://dev.adjust.com', [
    'com.adjust.sdk',
    'Adjust AdjustSdk AdjustSigSdk',
    'adjust.com adjust.io',
  ]),
  service('Branch', 'attribution', 'https://help.branch.io', ['io.branch', 'Branch BranchSDK', 'branch.io']),
  service('Kochava', 'attribution', 'https://support.kochava.com', [
    'com.kochava',
    'KochavaTracker KochavaMeasurement',
    'kochava.com',
  ]),
  service('Singular', 'attribution', 'https://support.singular.net', [
    'com.singular.sdk',
    'Singular',
    'singular.net',
  ]),
  service('Google Firebase Crashlytics', 'crashes', 'https://firebase.google.com/docs/crashlytics', [
    'com.google.firebase.crashlytics com.crashlytics io.fabric.sdk',
    'FirebaseCrashlytics Crashlytics',
    'crashlytics.com crashlyticsreports-pa.googleapis.com',
  ]),
  service('Sentry', 'crashes', 'https://docs.sentry.io', ['io.sentry', 'Sentry', 'sentry.io']),
  service('Bugsnag', 'crashes', 'https://docs.bugsnag.com', ['com.bugsnag', 'Bugsnag', 'bugsnag.com']),
  service('Instabug', 'crashes', 'https://docs.instabug.com', [
    'com.instabug',
    'InstabugSDK Instabug',
    'instabug.com',
  ]),
  service('HockeyApp', 'crashes', 'https://learn.microsoft.com/appcenter', [
    'net.hockeyapp.android',
    'HockeySDK',
    'hockeyapp.net',
  ]),
  service('Raygun', 'crashes', 'https://raygun.com/documentation', [
    'com.raygun',
    'Raygun4iOS',
    'raygun.io raygun.com',
  ]),
  service('OneSignal', 'messages', 'https://documentation.onesignal.com', [
    'com.onesignal',
    'OneSignal OneSignalFramework',
    'onesignal.com',
  ]),
  service('Braze', 'messages', 'https://www.braze.com/docs', [
    'com.braze com.appboy',
    'BrazeKit Appboy_iOS_SDK',
    'braze.com braze.eu appboy.com',
  ]),
  service('Airship', 'messages', 'https://docs.airship.com', [
    'com.urbanairship',
    'AirshipKit AirshipCore',
    'urbanairship.com airship.com',
  ]),
  service('CleverTap', 'messages', 'https://developer.clevertap.com', [
    'com.clevertap',
    'CleverTapSDK',
    'clevertap.com clevertap-prod.com',
  ]),
  service('Leanplum', 'messages', 'https://docs.leanplum.com', ['com.leanplum', 'Leanplum', 'leanplum.com']),
  service('Amazon S3', 'cloud', 'https://docs.aws.amazon.com/s3', [
    'com.amazonaws.services.s3 com.amazonaws.mobileconnectors.s3 aws.sdk.kotlin.services.s3 com.amplifyframework.storage',
    'AWSS3 AWSS3StoragePlugin',
    'amazonaws.com',
  ]),
  service('Google Firebase Storage', 'cloud', 'https://firebase.google.com/docs/storage', [
    'com.google.firebase.storage',
    'FirebaseStorage',
    'firebasestorage.googleapis.com firebasestorage.app appspot.com',
  ]),
  service('Google Firebase Database', 'cloud', 'https://firebase.google.com/docs/database', [
    'com.google.firebase.database com.google.firebase.firestore',
    'FirebaseDatabase FirebaseFirestore',
    'firebaseio.com firebasedatabase.app firestore.googleapis.com',
  ]),
  service('Google Cloud Storage', 'cloud', 'https://cloud.google.com/storage/docs', [
    'com.google.cloud.storage',
    '',
    'storage.googleapis.com storage.cloud.google.com',
  ]),
  service('Google Drive', 'cloud', 'https://developers.google.com/drive', [
    'com.google.api.services.drive com.google.android.gms.drive',
    'GoogleAPIClientForREST_Drive',
    'drive.google.com docs.google.com',
  ]),
  service('Microsoft Azure Storage', 'cloud', 'https://learn.microsoft.com/azure/storage', [
    'com.microsoft.azure.storage com.azure.storage com.azure.android.storage',
    'AzureStorageBlob AZSClient',
    'blob.core.windows.net file.core.windows.net',
  ]),
  service('Microsoft OneDrive', 'cloud', 'https://learn.microsoft.com/onedrive/developer', [
    'com.onedrive.sdk com.microsoft.onedrivesdk',
    'OneDriveSDK',
    'onedrive.live.com api.onedrive.com 1drv.ms',
  ]),
  service('Dropbox', 'cloud', 'https://www.dropbox.com/developers', [
    'com.dropbox',
    'SwiftyDropbox ObjectiveDropboxOfficial DropboxSDK',
    'dropbox.com dropboxapi.com dropboxusercontent.com',
  ]),
  service('Box', 'cloud', 'https://developer.box.com', [
    'com.box.androidsdk com.box.sdk',
    'BoxContentSDK BoxSDK',
    'box.com boxcloud.com',
  ]),
  service('Apple iCloud', 'cloud', 'https://developer.apple.com/icloud', [
    '',
    'CloudKit',
    'icloud.com apple-cloudkit.com',
  ]),
  service('MEGA', 'cloud', 'https://mega.io/developers', [
    'nz.mega.sdk',
    'MEGASDK',
    'mega.nz mega.co.nz mega.io',
  ]),
  service('Backblaze B2', 'cloud', 'https://www.backblaze.com/docs', [
    'com.backblaze',
    '',
    'backblazeb2.com backblaze.com',
  ]),
];
