# Hands files to the system's download manager, whose notification opens them in other applications. Only where the
# application may do that (file_open_support), and only what comes by https or from the application's own address.

.class final Lappshelf/shell/Downloads;
.super Ljava/lang/Object;
.implements Landroid/webkit/DownloadListener;

.field private final activity:Lappshelf/shell/PageActivity;
.field private final opensFiles:Z

.method constructor <init>(Lappshelf/shell/PageActivity;Z)V
    .locals 0
    invoke-direct {p0}, Ljava/lang/Object;-><init>()V
    iput-object p1, p0, Lappshelf/shell/Downloads;->activity:Lappshelf/shell/PageActivity;
    iput-boolean p2, p0, Lappshelf/shell/Downloads;->opensFiles:Z
    return-void
.end method

# The address, the browser's name, Content-Disposition, the media type, the length.
.method public onDownloadStart(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;J)V
    .locals 3
    iget-object v0, p0, Lappshelf/shell/Downloads;->activity:Lappshelf/shell/PageActivity;
    iget-boolean v1, p0, Lappshelf/shell/Downloads;->opensFiles:Z
    if-eqz v1, :refuse
    invoke-static {p1}, Landroid/net/Uri;->parse(Ljava/lang/String;)Landroid/net/Uri;
    move-result-object v1
    invoke-virtual {v0, v1}, Lappshelf/shell/PageActivity;->owns(Landroid/net/Uri;)Z
    move-result v2
    if-nez v2, :try
    invoke-virtual {v1}, Landroid/net/Uri;->getScheme()Ljava/lang/String;
    move-result-object v1
    const-string v2, "https"
    invoke-virtual {v2, v1}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v1
    if-eqz v1, :refuse
    :try
    invoke-direct {p0, p1, p2, p3, p4}, Lappshelf/shell/Downloads;->enqueue(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)V
    :tried
    # There may be no storage now.
    .catch Ljava/lang/RuntimeException; {:try .. :tried} :refuse
    # The string downloading
    const v1, 0x7f020005
    invoke-virtual {v0, v1}, Lappshelf/shell/PageActivity;->say(I)V
    return-void
    :refuse
    # The string no_files
    const v1, 0x7f020004
    invoke-virtual {v0, v1}, Lappshelf/shell/PageActivity;->say(I)V
    return-void
.end method

.method private enqueue(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)V
    .locals 5
    iget-object v0, p0, Lappshelf/shell/Downloads;->activity:Lappshelf/shell/PageActivity;
    invoke-static {p1}, Landroid/net/Uri;->parse(Ljava/lang/String;)Landroid/net/Uri;
    move-result-object v1
    new-instance v2, Landroid/app/DownloadManager$Request;
    invoke-direct {v2, v1}, Landroid/app/DownloadManager$Request;-><init>(Landroid/net/Uri;)V
    invoke-virtual {v2, p4}, Landroid/app/DownloadManager$Request;->setMimeType(Ljava/lang/String;)Landroid/app/DownloadManager$Request;
    const-string v3, "User-Agent"
    invoke-virtual {v2, v3, p2}, Landroid/app/DownloadManager$Request;->addRequestHeader(Ljava/lang/String;Ljava/lang/String;)Landroid/app/DownloadManager$Request;
    # The session of the page, for files of its own origin.
    invoke-virtual {v0, v1}, Lappshelf/shell/PageActivity;->owns(Landroid/net/Uri;)Z
    move-result v3
    if-eqz v3, :place
    invoke-static {}, Landroid/webkit/CookieManager;->getInstance()Landroid/webkit/CookieManager;
    move-result-object v3
    invoke-virtual {v3, p1}, Landroid/webkit/CookieManager;->getCookie(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v3
    if-eqz v3, :place
    const-string v4, "Cookie"
    invoke-virtual {v2, v4, v3}, Landroid/app/DownloadManager$Request;->addRequestHeader(Ljava/lang/String;Ljava/lang/String;)Landroid/app/DownloadManager$Request;
    :place
    # VISIBILITY_VISIBLE_NOTIFY_COMPLETED
    const/4 v3, 0x1
    invoke-virtual {v2, v3}, Landroid/app/DownloadManager$Request;->setNotificationVisibility(I)Landroid/app/DownloadManager$Request;
    invoke-static {p1, p3, p4}, Landroid/webkit/URLUtil;->guessFileName(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;
    move-result-object v3
    sget-object v4, Landroid/os/Environment;->DIRECTORY_DOWNLOADS:Ljava/lang/String;
    invoke-virtual {v2, v4, v3}, Landroid/app/DownloadManager$Request;->setDestinationInExternalPublicDir(Ljava/lang/String;Ljava/lang/String;)Landroid/app/DownloadManager$Request;
    const-string v3, "download"
    invoke-virtual {v0, v3}, Lappshelf/shell/PageActivity;->getSystemService(Ljava/lang/String;)Ljava/lang/Object;
    move-result-object v3
    check-cast v3, Landroid/app/DownloadManager;
    invoke-virtual {v3, v2}, Landroid/app/DownloadManager;->enqueue(Landroid/app/DownloadManager$Request;)J
    return-void
.end method
