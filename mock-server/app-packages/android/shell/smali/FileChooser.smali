# Lets people choose files for forms.

.class final Lappshelf/shell/FileChooser;
.super Landroid/webkit/WebChromeClient;

.field private final activity:Lappshelf/shell/PageActivity;

.method constructor <init>(Lappshelf/shell/PageActivity;)V
    .locals 0
    invoke-direct {p0}, Landroid/webkit/WebChromeClient;-><init>()V
    iput-object p1, p0, Lappshelf/shell/FileChooser;->activity:Lappshelf/shell/PageActivity;
    return-void
.end method

.method public onShowFileChooser(Landroid/webkit/WebView;Landroid/webkit/ValueCallback;Landroid/webkit/WebChromeClient$FileChooserParams;)Z
    .locals 2
    invoke-virtual {p3}, Landroid/webkit/WebChromeClient$FileChooserParams;->createIntent()Landroid/content/Intent;
    move-result-object v0
    iget-object v1, p0, Lappshelf/shell/FileChooser;->activity:Lappshelf/shell/PageActivity;
    invoke-virtual {v1, p2, v0}, Lappshelf/shell/PageActivity;->choose(Landroid/webkit/ValueCallback;Landroid/content/Intent;)Z
    move-result v0
    return v0
.end method
