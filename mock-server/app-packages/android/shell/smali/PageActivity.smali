# The only screen of a hybrid application: a page of the web, and a bar that says where it is from.
# What it shows stands in the manifest (meta-data): appshelf.address, appshelf.show_navbar, appshelf.file_open_support.

.class public final Lappshelf/shell/PageActivity;
.super Landroid/app/Activity;

.field private address:Landroid/net/Uri;
.field private showsBar:Z
.field private opensFiles:Z
.field private page:Landroid/webkit/WebView;
.field private bar:Lappshelf/shell/Bar;
# Who waits for the files that a person chooses; null: nobody.
.field private chooser:Landroid/webkit/ValueCallback;

.method public constructor <init>()V
    .locals 0
    invoke-direct {p0}, Landroid/app/Activity;-><init>()V
    return-void
.end method

.method protected onCreate(Landroid/os/Bundle;)V
    .locals 2
    invoke-super {p0, p1}, Landroid/app/Activity;->onCreate(Landroid/os/Bundle;)V
    # FEATURE_NO_TITLE
    const/4 v0, 0x1
    invoke-virtual {p0, v0}, Lappshelf/shell/PageActivity;->requestWindowFeature(I)Z
    invoke-direct {p0}, Lappshelf/shell/PageActivity;->readOptions()V
    invoke-direct {p0}, Lappshelf/shell/PageActivity;->makePage()V
    invoke-direct {p0}, Lappshelf/shell/PageActivity;->arrange()V
    iget-object v0, p0, Lappshelf/shell/PageActivity;->page:Landroid/webkit/WebView;
    if-eqz p1, :load
    invoke-virtual {v0, p1}, Landroid/webkit/WebView;->restoreState(Landroid/os/Bundle;)Landroid/webkit/WebBackForwardList;
    move-result-object v1
    if-nez v1, :done
    :load
    iget-object v1, p0, Lappshelf/shell/PageActivity;->address:Landroid/net/Uri;
    invoke-virtual {v1}, Landroid/net/Uri;->toString()Ljava/lang/String;
    move-result-object v1
    invoke-virtual {v0, v1}, Landroid/webkit/WebView;->loadUrl(Ljava/lang/String;)V
    :done
    return-void
.end method

.method private readOptions()V
    .locals 4
    invoke-virtual {p0}, Lappshelf/shell/PageActivity;->getPackageManager()Landroid/content/pm/PackageManager;
    move-result-object v0
    invoke-virtual {p0}, Lappshelf/shell/PageActivity;->getPackageName()Ljava/lang/String;
    move-result-object v1
    # GET_META_DATA
    const/16 v2, 0x80
    invoke-virtual {v0, v1, v2}, Landroid/content/pm/PackageManager;->getApplicationInfo(Ljava/lang/String;I)Landroid/content/pm/ApplicationInfo;
    move-result-object v0
    iget-object v0, v0, Landroid/content/pm/ApplicationInfo;->metaData:Landroid/os/Bundle;
    const-string v1, "appshelf.address"
    invoke-virtual {v0, v1}, Landroid/os/Bundle;->getString(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v1
    invoke-static {v1}, Landroid/net/Uri;->parse(Ljava/lang/String;)Landroid/net/Uri;
    move-result-object v1
    iput-object v1, p0, Lappshelf/shell/PageActivity;->address:Landroid/net/Uri;
    const-string v1, "appshelf.show_navbar"
    invoke-virtual {v0, v1}, Landroid/os/Bundle;->getBoolean(Ljava/lang/String;)Z
    move-result v1
    iput-boolean v1, p0, Lappshelf/shell/PageActivity;->showsBar:Z
    const-string v1, "appshelf.file_open_support"
    invoke-virtual {v0, v1}, Landroid/os/Bundle;->getBoolean(Ljava/lang/String;)Z
    move-result v1
    iput-boolean v1, p0, Lappshelf/shell/PageActivity;->opensFiles:Z
    return-void
.end method

# A web view without a way to files, to content of other applications or, by a bridge, into this one.
.method private makePage()V
    .locals 4
    new-instance v0, Landroid/webkit/WebView;
    invoke-direct {v0, p0}, Landroid/webkit/WebView;-><init>(Landroid/content/Context;)V
    iput-object v0, p0, Lappshelf/shell/PageActivity;->page:Landroid/webkit/WebView;
    invoke-virtual {v0}, Landroid/webkit/WebView;->getSettings()Landroid/webkit/WebSettings;
    move-result-object v1
    const/4 v2, 0x0
    invoke-virtual {v1, v2}, Landroid/webkit/WebSettings;->setAllowFileAccess(Z)V
    invoke-virtual {v1, v2}, Landroid/webkit/WebSettings;->setAllowFileAccessFromFileURLs(Z)V
    invoke-virtual {v1, v2}, Landroid/webkit/WebSettings;->setAllowUniversalAccessFromFileURLs(Z)V
    invoke-virtual {v1, v2}, Landroid/webkit/WebSettings;->setAllowContentAccess(Z)V
    invoke-virtual {v1, v2}, Landroid/webkit/WebSettings;->setGeolocationEnabled(Z)V
    # Links never open in a further tab.
    invoke-virtual {v1, v2}, Landroid/webkit/WebSettings;->setSupportMultipleWindows(Z)V
    invoke-virtual {v1, v2}, Landroid/webkit/WebSettings;->setDisplayZoomControls(Z)V
    const/4 v2, 0x1
    # MIXED_CONTENT_NEVER_ALLOW
    invoke-virtual {v1, v2}, Landroid/webkit/WebSettings;->setMixedContentMode(I)V
    invoke-virtual {v1, v2}, Landroid/webkit/WebSettings;->setSafeBrowsingEnabled(Z)V
    invoke-virtual {v1, v2}, Landroid/webkit/WebSettings;->setBuiltInZoomControls(Z)V
    invoke-virtual {v1, v2}, Landroid/webkit/WebSettings;->setJavaScriptEnabled(Z)V
    invoke-virtual {v1, v2}, Landroid/webkit/WebSettings;->setDomStorageEnabled(Z)V
    new-instance v1, Lappshelf/shell/PageClient;
    invoke-direct {v1, p0}, Lappshelf/shell/PageClient;-><init>(Lappshelf/shell/PageActivity;)V
    invoke-virtual {v0, v1}, Landroid/webkit/WebView;->setWebViewClient(Landroid/webkit/WebViewClient;)V
    new-instance v1, Lappshelf/shell/FileChooser;
    invoke-direct {v1, p0}, Lappshelf/shell/FileChooser;-><init>(Lappshelf/shell/PageActivity;)V
    invoke-virtual {v0, v1}, Landroid/webkit/WebView;->setWebChromeClient(Landroid/webkit/WebChromeClient;)V
    new-instance v1, Lappshelf/shell/Downloads;
    iget-boolean v2, p0, Lappshelf/shell/PageActivity;->opensFiles:Z
    invoke-direct {v1, p0, v2}, Lappshelf/shell/Downloads;-><init>(Lappshelf/shell/PageActivity;Z)V
    invoke-virtual {v0, v1}, Landroid/webkit/WebView;->setDownloadListener(Landroid/webkit/DownloadListener;)V
    return-void
.end method

# The bar above, the page in all the room below.
.method private arrange()V
    .locals 6
    new-instance v0, Landroid/widget/LinearLayout;
    invoke-direct {v0, p0}, Landroid/widget/LinearLayout;-><init>(Landroid/content/Context;)V
    # VERTICAL
    const/4 v1, 0x1
    invoke-virtual {v0, v1}, Landroid/widget/LinearLayout;->setOrientation(I)V
    new-instance v1, Lappshelf/shell/Bar;
    iget-object v2, p0, Lappshelf/shell/PageActivity;->page:Landroid/webkit/WebView;
    invoke-direct {v1, p0, v2}, Lappshelf/shell/Bar;-><init>(Landroid/content/Context;Landroid/webkit/WebView;)V
    iput-object v1, p0, Lappshelf/shell/PageActivity;->bar:Lappshelf/shell/Bar;
    invoke-virtual {v0, v1}, Landroid/widget/LinearLayout;->addView(Landroid/view/View;)V
    iget-object v1, p0, Lappshelf/shell/PageActivity;->address:Landroid/net/Uri;
    invoke-virtual {p0, v1}, Lappshelf/shell/PageActivity;->tellPlace(Landroid/net/Uri;)V
    new-instance v1, Landroid/widget/LinearLayout$LayoutParams;
    # MATCH_PARENT, no height of its own, all of what is left
    const/4 v3, -0x1
    const/4 v4, 0x0
    const/high16 v5, 0x3f800000
    invoke-direct {v1, v3, v4, v5}, Landroid/widget/LinearLayout$LayoutParams;-><init>(IIF)V
    invoke-virtual {v0, v2, v1}, Landroid/widget/LinearLayout;->addView(Landroid/view/View;Landroid/view/ViewGroup$LayoutParams;)V
    invoke-virtual {p0, v0}, Lappshelf/shell/PageActivity;->setContentView(Landroid/view/View;)V
    return-void
.end method

# Whether an address is of this application: the same scheme (https, or http where the application is at such an address), host
# and port.
.method public owns(Landroid/net/Uri;)Z
    .locals 2
    iget-object v0, p0, Lappshelf/shell/PageActivity;->address:Landroid/net/Uri;
    invoke-virtual {v0}, Landroid/net/Uri;->getScheme()Ljava/lang/String;
    move-result-object v0
    invoke-virtual {p1}, Landroid/net/Uri;->getScheme()Ljava/lang/String;
    move-result-object v1
    invoke-virtual {v0, v1}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v0
    if-eqz v0, :no
    iget-object v0, p0, Lappshelf/shell/PageActivity;->address:Landroid/net/Uri;
    invoke-virtual {v0}, Landroid/net/Uri;->getEncodedAuthority()Ljava/lang/String;
    move-result-object v0
    invoke-virtual {p1}, Landroid/net/Uri;->getEncodedAuthority()Ljava/lang/String;
    move-result-object v1
    invoke-virtual {v0, v1}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v0
    return v0
    :no
    const/4 v0, 0x0
    return v0
.end method

# Shows the bar where it is wished for, and wherever the page is not of this application: a sign-in on another host, say.
.method public tellPlace(Landroid/net/Uri;)V
    .locals 3
    iget-boolean v0, p0, Lappshelf/shell/PageActivity;->showsBar:Z
    if-nez v0, :show
    invoke-virtual {p0, p1}, Lappshelf/shell/PageActivity;->owns(Landroid/net/Uri;)Z
    move-result v0
    if-nez v0, :hide
    :show
    const/4 v0, 0x1
    goto :tell
    :hide
    const/4 v0, 0x0
    :tell
    iget-object v1, p0, Lappshelf/shell/PageActivity;->bar:Lappshelf/shell/Bar;
    invoke-virtual {p1}, Landroid/net/Uri;->getHost()Ljava/lang/String;
    move-result-object v2
    invoke-virtual {v1, v2, v0}, Lappshelf/shell/Bar;->tell(Ljava/lang/String;Z)V
    return-void
.end method

# Hands an address to another application. It says so when there is none.
.method public openElsewhere(Landroid/net/Uri;)V
    .locals 2
    new-instance v0, Landroid/content/Intent;
    const-string v1, "android.intent.action.VIEW"
    invoke-direct {v0, v1, p1}, Landroid/content/Intent;-><init>(Ljava/lang/String;Landroid/net/Uri;)V
    const-string v1, "android.intent.category.BROWSABLE"
    invoke-virtual {v0, v1}, Landroid/content/Intent;->addCategory(Ljava/lang/String;)Landroid/content/Intent;
    :try
    invoke-virtual {p0, v0}, Lappshelf/shell/PageActivity;->startActivity(Landroid/content/Intent;)V
    :tried
    .catch Landroid/content/ActivityNotFoundException; {:try .. :tried} :none
    return-void
    :none
    # The string no_app
    const v0, 0x7f020003
    invoke-virtual {p0, v0}, Lappshelf/shell/PageActivity;->say(I)V
    return-void
.end method

# Shows a string for some seconds.
.method public say(I)V
    .locals 1
    # LENGTH_LONG
    const/4 v0, 0x1
    invoke-static {p0, p1, v0}, Landroid/widget/Toast;->makeText(Landroid/content/Context;II)Landroid/widget/Toast;
    move-result-object v0
    invoke-virtual {v0}, Landroid/widget/Toast;->show()V
    return-void
.end method

# Lets a person choose files for a form; the answer goes to the callback. False when the device has nothing to choose with.
.method public choose(Landroid/webkit/ValueCallback;Landroid/content/Intent;)Z
    .locals 2
    invoke-direct {p0}, Lappshelf/shell/PageActivity;->endChoice()V
    const/4 v0, 0x1
    :try
    invoke-virtual {p0, p2, v0}, Lappshelf/shell/PageActivity;->startActivityForResult(Landroid/content/Intent;I)V
    :tried
    .catch Landroid/content/ActivityNotFoundException; {:try .. :tried} :none
    iput-object p1, p0, Lappshelf/shell/PageActivity;->chooser:Landroid/webkit/ValueCallback;
    return v0
    :none
    const/4 v0, 0x0
    return v0
.end method

# Tells an earlier form that nothing was chosen: it would wait for ever.
.method private endChoice()V
    .locals 2
    iget-object v0, p0, Lappshelf/shell/PageActivity;->chooser:Landroid/webkit/ValueCallback;
    if-eqz v0, :none
    const/4 v1, 0x0
    invoke-interface {v0, v1}, Landroid/webkit/ValueCallback;->onReceiveValue(Ljava/lang/Object;)V
    iput-object v1, p0, Lappshelf/shell/PageActivity;->chooser:Landroid/webkit/ValueCallback;
    :none
    return-void
.end method

.method protected onActivityResult(IILandroid/content/Intent;)V
    .locals 2
    iget-object v0, p0, Lappshelf/shell/PageActivity;->chooser:Landroid/webkit/ValueCallback;
    if-eqz v0, :none
    invoke-static {p2, p3}, Landroid/webkit/WebChromeClient$FileChooserParams;->parseResult(ILandroid/content/Intent;)[Landroid/net/Uri;
    move-result-object v1
    invoke-interface {v0, v1}, Landroid/webkit/ValueCallback;->onReceiveValue(Ljava/lang/Object;)V
    const/4 v0, 0x0
    iput-object v0, p0, Lappshelf/shell/PageActivity;->chooser:Landroid/webkit/ValueCallback;
    :none
    return-void
.end method

.method public onBackPressed()V
    .locals 2
    iget-object v0, p0, Lappshelf/shell/PageActivity;->page:Landroid/webkit/WebView;
    invoke-virtual {v0}, Landroid/webkit/WebView;->canGoBack()Z
    move-result v1
    if-eqz v1, :leave
    invoke-virtual {v0}, Landroid/webkit/WebView;->goBack()V
    return-void
    :leave
    invoke-super {p0}, Landroid/app/Activity;->onBackPressed()V
    return-void
.end method

.method protected onSaveInstanceState(Landroid/os/Bundle;)V
    .locals 1
    invoke-super {p0, p1}, Landroid/app/Activity;->onSaveInstanceState(Landroid/os/Bundle;)V
    iget-object v0, p0, Lappshelf/shell/PageActivity;->page:Landroid/webkit/WebView;
    invoke-virtual {v0, p1}, Landroid/webkit/WebView;->saveState(Landroid/os/Bundle;)Landroid/webkit/WebBackForwardList;
    return-void
.end method

# Writes cookies to the disk: the system may end the application without a further word.
.method protected onPause()V
    .locals 1
    invoke-super {p0}, Landroid/app/Activity;->onPause()V
    invoke-static {}, Landroid/webkit/CookieManager;->getInstance()Landroid/webkit/CookieManager;
    move-result-object v0
    invoke-virtual {v0}, Landroid/webkit/CookieManager;->flush()V
    return-void
.end method

# Begins again from the start, after the process that draws the page has died.
.method public restart()V
    .locals 1
    invoke-virtual {p0}, Lappshelf/shell/PageActivity;->finish()V
    invoke-virtual {p0}, Lappshelf/shell/PageActivity;->getIntent()Landroid/content/Intent;
    move-result-object v0
    invoke-virtual {p0, v0}, Lappshelf/shell/PageActivity;->startActivity(Landroid/content/Intent;)V
    return-void
.end method
