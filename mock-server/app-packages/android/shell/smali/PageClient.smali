# Decides where a link opens: here, in another application, or nowhere.

.class final Lappshelf/shell/PageClient;
.super Landroid/webkit/WebViewClient;

.field private final activity:Lappshelf/shell/PageActivity;

.method constructor <init>(Lappshelf/shell/PageActivity;)V
    .locals 0
    invoke-direct {p0}, Landroid/webkit/WebViewClient;-><init>()V
    iput-object p1, p0, Lappshelf/shell/PageClient;->activity:Lappshelf/shell/PageActivity;
    return-void
.end method

# True: it is not loaded here. A page's frames are its own matter. Where a server leads to another one by https, a sign-in for
# example, the way back leads here too, so it stays here, and the bar tells the host.
.method public shouldOverrideUrlLoading(Landroid/webkit/WebView;Landroid/webkit/WebResourceRequest;)Z
    .locals 4
    invoke-interface {p2}, Landroid/webkit/WebResourceRequest;->isForMainFrame()Z
    move-result v0
    if-eqz v0, :here
    invoke-interface {p2}, Landroid/webkit/WebResourceRequest;->getUrl()Landroid/net/Uri;
    move-result-object v0
    iget-object v1, p0, Lappshelf/shell/PageClient;->activity:Lappshelf/shell/PageActivity;
    invoke-virtual {v1, v0}, Lappshelf/shell/PageActivity;->owns(Landroid/net/Uri;)Z
    move-result v2
    if-nez v2, :here
    invoke-virtual {v0}, Landroid/net/Uri;->getScheme()Ljava/lang/String;
    move-result-object v2
    const-string v3, "https"
    invoke-virtual {v3, v2}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v3
    if-eqz v3, :elsewhere
    invoke-interface {p2}, Landroid/webkit/WebResourceRequest;->isRedirect()Z
    move-result v3
    if-nez v3, :here
    :elsewhere
    invoke-static {v2}, Lappshelf/shell/PageClient;->isForOthers(Ljava/lang/String;)Z
    move-result v3
    if-eqz v3, :nowhere
    invoke-virtual {v1, v0}, Lappshelf/shell/PageActivity;->openElsewhere(Landroid/net/Uri;)V
    :nowhere
    const/4 v0, 0x1
    return v0
    :here
    const/4 v0, 0x0
    return v0
.end method

# The schemes that other applications are handed. Not intent:, which could name any part of one, nor file: and content:.
.method private static isForOthers(Ljava/lang/String;)Z
    .locals 1
    if-eqz p0, :no
    const-string v0, "https?|mailto|tel|sms|geo"
    invoke-virtual {p0, v0}, Ljava/lang/String;->matches(Ljava/lang/String;)Z
    move-result v0
    return v0
    :no
    const/4 v0, 0x0
    return v0
.end method

.method public doUpdateVisitedHistory(Landroid/webkit/WebView;Ljava/lang/String;Z)V
    .locals 2
    iget-object v0, p0, Lappshelf/shell/PageClient;->activity:Lappshelf/shell/PageActivity;
    invoke-static {p2}, Landroid/net/Uri;->parse(Ljava/lang/String;)Landroid/net/Uri;
    move-result-object v1
    invoke-virtual {v0, v1}, Lappshelf/shell/PageActivity;->tellPlace(Landroid/net/Uri;)V
    return-void
.end method

# True: the application lives on.
.method public onRenderProcessGone(Landroid/webkit/WebView;Landroid/webkit/RenderProcessGoneDetail;)Z
    .locals 1
    iget-object v0, p0, Lappshelf/shell/PageClient;->activity:Lappshelf/shell/PageActivity;
    invoke-virtual {v0}, Lappshelf/shell/PageActivity;->restart()V
    const/4 v0, 0x1
    return v0
.end method
